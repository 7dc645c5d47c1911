/** The page in a browser: no request, no error, one choice of runs in table and figures, readable for all. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inflateSync } from 'node:zlib';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { figuresOf, renderReport } from '../../src/report/index.ts';
import { drawSvg } from '../../src/report/svg/draw-svg.ts';
import { describeReport } from './page/report-in-browser.ts';
import { figureOf, madeReport } from './report-kit.ts';

/** How many colours a PDF paints with. */
function coloursOf(pdf: Buffer): number {
  const text = pdf.toString('latin1');
  const parts = Array.from(text.matchAll(/stream\r?\n([\s\S]*?)endstream/gu), ([, part = '']) => {
    try {
      return inflateSync(Buffer.from(part, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  return new Set(parts.join('\n').match(/[\d.]+ [\d.]+ [\d.]+ rg/gu)).size;
}

describeReport(
  'the page',
  {
    design: '{method: latin-hypercube, runs: 60, seed: 2}',
    model: ([a = 0, b = 0]) => (a > 0.85 ? undefined : a + b * b),
    variables: '  - {name: mass, type: Objective, expression: 4 - y, goal: minimize}',
    description: '<b>bold</b>',
    job: { jobId: '"><b>A&1', baseUrl: 'https://platform.example/api/' },
  },
  ({ file, browser, report, script }) => {
    const folder = dirname(file);
    const complaints: string[] = [];

    /** Opens the report; what the browser complains of, and what it asks for, is kept. */
    async function open(colorScheme: 'light' | 'dark', width = 1200): Promise<Page> {
      complaints.length = 0;
      const page = await browser().newPage({ colorScheme, viewport: { width, height: 900 } });
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('request', (request) => {
        if (request.url() !== pathToFileURL(file).href) complaints.push(request.url());
      });
      await page.goto(pathToFileURL(file).href);
      await page.locator('nav a').last().click();
      for (const id of ['parallel', 'relations', 'surface', 'failures']) {
        await page.locator(`#${id}`).scrollIntoViewIfNeeded();
        await page.locator(`#${id} canvas`).first().waitFor();
      }
      return page;
    }

    const countText = (page: Page): Promise<string> => page.locator('[data-count]').innerText();

    it.each(['light', 'dark'] as const)(
      'in %s asks for nothing, reports no error and has no fault for assistive programs',
      async (scheme) => {
        const page = await open(scheme);
        const found = (await page.evaluate(
          `${axe.source}; axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, at: nodes[0].html.slice(0, 120) })))`,
        )) as readonly { readonly impact: string }[];
        expect(found).toEqual([]);
        expect(complaints).toEqual([]);
        await page.close();
      },
    );

    it('filters the figures by the table, and lets go again', async () => {
      const page = await open('light');
      expect(await countText(page)).toBe('Rows 1 to 20 of 60');
      const before = await page.locator('#parallel canvas').first().screenshot();
      await page.getByLabel('Filter a [mm]').fill('0..0.25');
      expect(await countText(page)).toBe('Rows 1 to 15 of 15, of 60 runs');
      expect(await page.locator('#selection').innerText()).toMatch(/^15 of 60 runs chosen/u);
      const after = await page.locator('#parallel canvas').first().screenshot();
      expect(after.equals(before)).toBe(false);
      await page.getByRole('button', { name: 'Show all' }).click();
      expect(await countText(page)).toBe('Rows 1 to 20 of 60');
      expect(await page.getByLabel('Filter a [mm]').inputValue()).toBe('');
      await page.close();
    });

    it('finds what is typed as the table shows it, and missing values', async () => {
      const page = await open('light');
      const box = page.getByLabel('Filter y [kN]');
      const shown = await page.locator('#runs-table tbody td:nth-child(5)').allInnerTexts();
      await box.fill(shown.find((text) => text !== '–') ?? '');
      expect(await countText(page)).toMatch(/^Rows 1 to \d+ of \d+, of 60 runs$/u);
      await box.fill('–');
      expect(await countText(page)).toBe('Rows 1 to 9 of 9, of 60 runs');
      await page.close();
    });

    it('says of a filter that it isn’t understood, and chooses nothing by it', async () => {
      const page = await open('light');
      const box = page.getByLabel('Filter y [kN]');
      for (const [asked, words] of [
        ['abc', /^Not understood/u],
        ['1,5', /^Numbers have a point/u],
      ] as const) {
        await box.fill(asked);
        expect(await page.locator('th small').allInnerTexts()).toEqual(
          expect.arrayContaining([expect.stringMatching(words)]),
        );
        expect(await box.getAttribute('aria-invalid')).toBe('true');
        expect(await countText(page)).toBe('Rows 1 to 20 of 60');
      }
      await box.fill('>0');
      expect(await box.getAttribute('aria-invalid')).toBe('false');
      await page.close();
    });

    it('prints the heads of the table of runs, and heat maps whole', async () => {
      const page = await open('light');
      await page.emulateMedia({ media: 'print' });
      const heads = await page.locator('#runs-table thead th').allInnerTexts();
      expect(heads.map((text) => text.trim())).toEqual([
        ...['run ↑', 'status', 'a [mm]', 'b', 'y [kN]', 'mass', 'job', 'reason'],
      ]);
      expect(await page.locator('#data p.paper').innerText()).toBe(
        'On paper: Rows 1 to 20 of 60. results.csv has all 60 runs.',
      );
      await page.emulateMedia({ media: 'screen' });
      // What is painted bit by bit isn't there in time, which shows where painting takes long.
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 12 });
      const { plot } = figureOf(report(), 'surface-y');
      const cells = plot.kind === 'heatmap' ? plot.cells.length : 0;
      expect(cells).toBeGreaterThan(100);
      expect(coloursOf(await page.pdf({ format: 'A4' }))).toBeGreaterThan(cells / 2);
      await page.close();
    });

    it.each([
      ['columns', 12, /^Of the columns that are told here, the paper has no room for \d+: .*job/u],
      ['no column', 4, undefined],
    ] as const)(
      'leaves out %s on paper where names are long and columns %d',
      async (_, count, words) => {
        const wide = await madeReport({
          design: '{method: monte-carlo, runs: 30, seed: 2}',
          inputs: Array.from(
            { length: count },
            (__, place) =>
              `  - {name: bolt_preload_at_the_flange_after_relaxation_${place}, type: Param, generator: Uniform, settings: {minvalue: 100000, maxvalue: 100001}}`,
          ).join('\n'),
          job: { jobId: 'A1', baseUrl: 'https://platform.example/api/' },
        });
        const own = join(folder, 'wide.html');
        writeFileSync(own, renderReport(wide, script()));
        const page = await browser().newPage({ viewport: { width: 1280, height: 900 } });
        await page.goto(pathToFileURL(own).href);
        await page.locator('#runs-table tbody tr').first().waitFor();
        await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
        await page.emulateMedia({ media: 'print' });
        await page.setViewportSize({ width: 680, height: 900 });
        const note = page.locator('#data .unfit-note');
        if (words === undefined) expect(await note.count()).toBe(0);
        else expect(await note.innerText()).toMatch(words);
        const width = "document.querySelector('#runs-table table').offsetWidth";
        expect(await page.evaluate(width)).toBeLessThanOrEqual(680);
        const lines = "document.querySelector('#runs-table tbody tr').offsetHeight";
        expect(await page.evaluate(lines)).toBeLessThan(40);
        await page.evaluate("window.dispatchEvent(new Event('afterprint'))");
        await page.emulateMedia({ media: 'screen' });
        expect(await note.count()).toBe(0);
        expect(await page.locator('.unfit').count()).toBe(0);
        await page.close();
      },
    );

    it('keeps words whole in the tables on paper where there is room for them', async () => {
      const page = await open('light');
      await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize({ width: 680, height: 900 });
      const broken = await page.evaluate(`(() => {
      const found = [];
      for (const cell of document.querySelectorAll('main .scroll :is(th, td)')) {
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
          for (const { index, 0: word } of node.data.matchAll(/[\\p{L}\\d]+/gu)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            if (range.getClientRects().length > 1) found.push(word);
          }
        }
      }
      return found;
    })()`);
      expect(broken).toEqual([]);
      expect(await page.locator('table.broken').count()).toBe(0);
      await page.close();
    });

    it('keeps a drawing whole on paper, and lets the words above it fill the page before', async () => {
      const page = await open('light');
      await page.emulateMedia({ media: 'print' });
      const breaks = (selector: string): Promise<unknown> =>
        page.evaluate(`getComputedStyle(document.querySelector('${selector}')).breakInside`);
      expect(await breaks('figure')).toBe('auto');
      expect(await breaks('figure .plot')).toBe('avoid');
      await page.close();
    });

    it('says on paper what is chosen, beside each figure of runs too', async () => {
      const page = await open('light');
      await page.getByLabel('Filter a [mm]').fill('0..0.25');
      await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
      await page.emulateMedia({ media: 'print' });
      const bar = page.locator('#selection');
      expect(await bar.isVisible()).toBe(true);
      expect(await bar.innerText()).toBe('15 of 60 runs chosen: a [mm] 0..0.25');
      const note = page.locator('#figure-scatter-matrix .choice');
      expect(await note.innerText()).toBe(
        'In colour are the 15 runs chosen by a [mm] 0..0.25; all others are grey.',
      );
      await page.emulateMedia({ media: 'screen' });
      expect(await note.isVisible()).toBe(false);
      await page.close();
    });

    it('reads each figure’s file, and shows it by itself', async () => {
      const page = await browser().newPage();
      const faults = await page.evaluate(
        `${JSON.stringify(figuresOf(report()).map((figure) => drawSvg(figure, report().runs)))}.flatMap((svg) =>
        [new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('parsererror')?.textContent ?? []].flat())`,
      );
      expect(faults).toEqual([]);
      const svg = join(folder, 'parallel.svg');
      writeFileSync(svg, drawSvg(figureOf(report(), 'parallel'), report().runs));
      await page.goto(pathToFileURL(svg).href);
      expect(await page.locator('svg text').allTextContents()).toContain('a [mm]');
      await page.close();
    });

    it('sorts by a click on a head, the missing values last', async () => {
      const page = await open('light');
      const column = page.locator('#runs-table tbody td:nth-child(5)');
      await page.getByRole('button', { name: 'y [kN]' }).click();
      const shown = (await column.allInnerTexts()).map(Number);
      expect(shown).toEqual(shown.toSorted((a, b) => a - b));
      await page.getByRole('button', { name: 'y [kN] ↑' }).click();
      expect(Number((await column.allInnerTexts())[0])).toBeGreaterThan(shown.at(-1) ?? Infinity);
      await page.close();
    });

    it('chooses in the table what a box in a figure holds', async () => {
      const page = await open('light');
      const plot = page.locator('[data-figure="scatter-matrix"]');
      await plot.scrollIntoViewIfNeeded();
      const box = await plot.boundingBox();
      if (box === null) throw new Error('Expected a figure on the page, got none');
      await page.mouse.move(box.x + 80, box.y + 40);
      await page.mouse.down();
      await page.mouse.move(box.x + 220, box.y + 200, { steps: 8 });
      await page.mouse.up();
      await page.locator('#selection').waitFor({ state: 'visible' });
      expect(await countText(page)).toMatch(/ of \d+, of 60 runs$/u);
      await page.close();
    });

    it('shows in all panels of a figure what a box in one of them holds, and lets go again', async () => {
      const page = await open('light');
      const plot = page.locator('[data-figure="scatter-matrix"]');
      await plot.scrollIntoViewIfNeeded();
      const box = await plot.boundingBox();
      if (box === null) throw new Error('Expected a figure on the page, got none');
      // In the right half of the figure no panel has the box.
      const blue = (): Promise<unknown> =>
        page.evaluate(`(() => {
        const canvas = document.querySelector('[data-figure="scatter-matrix"] canvas');
        const half = Math.floor(canvas.width / 2);
        const { data } = canvas.getContext('2d').getImageData(half, 0, half, canvas.height);
        let count = 0;
        for (let at = 0; at < data.length; at += 4) if (data[at + 2] - data[at] > 100) count += 1;
        return count;
      })()`);
      const before = Number(await blue());
      await page.mouse.move(box.x + 80, box.y + 40);
      await page.mouse.down();
      await page.mouse.move(box.x + 160, box.y + 200, { steps: 8 });
      await page.mouse.up();
      await page.locator('#selection').waitFor({ state: 'visible' });
      const words = await page.locator('#selection').innerText();
      await expect.poll(blue).toBeLessThan(0.8 * before);
      // Drawing it anew asks the figure again what its box holds: it must say the same.
      await page.waitForTimeout(400);
      expect(await page.locator('#selection').innerText()).toBe(words);
      await page.getByRole('button', { name: 'Show all' }).click();
      await expect.poll(blue).toBe(before);
      await page.close();
    });

    it.each(['fit-y', 'timeline'])('shows what is chosen in the figure %s, too', async (id) => {
      const page = await open('light');
      const plot = page.locator(`[data-figure="${id}"]`);
      await plot.scrollIntoViewIfNeeded();
      await plot.locator('canvas').first().waitFor();
      const drawn = (): Promise<unknown> =>
        page.evaluate(`document.querySelector('[data-figure="${id}"] canvas').toDataURL()`);
      const before = await drawn();
      await page.getByLabel('Filter a [mm]').fill('0..0.25');
      await expect.poll(drawn).not.toBe(before);
      await page.close();
    });

    it('saves the runs that are chosen as CSV', async () => {
      const page = await open('light');
      await page.getByLabel('Filter status').fill('Failed');
      const download = page.waitForEvent('download');
      await page.locator('#data').getByRole('button', { name: 'Save as CSV' }).click();
      const lines = readFileSync(await (await download).path(), 'utf8')
        .trim()
        .split('\n');
      expect(lines[0]).toBe('run,status,a [mm],b,y [kN],mass,job,reason');
      expect(lines).toHaveLength(1 + 9);
      const { runs } = report();
      const [a, b] = runs.columns;
      const failed = runs.runs.flatMap((run, at) =>
        runs.states[at] === 'Failed' ? [[run, 'Failed', a?.values[at], b?.values[at]]] : [],
      );
      const saved = lines.slice(1).map((line) => line.split(',').slice(0, 4).join(','));
      expect(saved).toEqual(failed.map((cells) => cells.map(String).join(',')));
      await page.close();
    });

    it.each([
      ['is too old', 'delete window.DecompressionStream', /this browser is too old/u],
      ['got a cut file', "window.atob = () => 'cut'", /can’t be read .* write it again/u],
    ])(
      'says what it can’t show where the browser %s, and shows the rest',
      async (_, fault, words) => {
        const page = await browser().newPage();
        await page.addInitScript(fault);
        await page.goto(pathToFileURL(file).href);
        expect(await page.getByRole('alert').innerText()).toMatch(words);
        expect(await page.locator('#verdict dl').innerText()).toContain('Runs done');
        await page.close();
      },
    );

    it('leads from a run to its job on the platform', async () => {
      const page = await open('light');
      const link = page.locator('#runs-table tbody tr').first().getByRole('link');
      expect(await link.innerText()).toBe('"><b>A&1');
      expect(await link.getAttribute('href')).toBe(
        'https://platform.example/api/jobs/%22%3E%3Cb%3EA%261/',
      );
      expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
      await page.close();
    });

    it('fits a screen of 400 pixels', async () => {
      const page = await open('light', 400);
      const overflow = 'document.documentElement.scrollWidth - window.innerWidth';
      expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
      await page.close();
    });
  },
);
