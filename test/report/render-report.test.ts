import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { pageData } from '../../src/report/page-data.ts';
import { readData } from '../../src/report/page/read-data.ts';
import { figuresOf, renderReport } from '../../src/report/index.ts';
import { escapeHtml } from '../../src/report/escape-html.ts';
import { formatNumber } from '../../src/report/format-number.ts';
import { mostRuns, mostRunsOf, sampleRuns } from '../../src/report/sample-runs.ts';
import { madeReport, wideStudy } from './report-kit.ts';

const monteCarlo = (runs: number): string => `{method: monte-carlo, runs: ${runs}, seed: 5}`;

/** The page without its data and its script. */
function markup(page: string): string {
  return page.replaceAll(/<script[\s\S]*?<\/script>/gu, '');
}

describe('the page', () => {
  it('shows hostile texts as they are', async () => {
    const hostile = '</script><img src=x onerror=alert(1)>\u001b[31m\u202e';
    const report = await madeReport({
      design: monteCarlo(30),
      model: ([a = 0, b = 0]) => (a > 0.8 ? undefined : b),
      ...{ description: hostile, message: hostile },
    });
    const page = renderReport(report, '');
    for (const sign of ['<img', '\u001b', '\u202e']) expect(page.includes(sign), sign).toBe(false);
    expect(page.match(/<script/gu)).toHaveLength(2);
    expect(page).toMatch(/id="report-data">[A-Za-z0-9+/=]+<\/script>/u);
    expect(markup(page)).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });

  it('lets only its own script run, and asks nothing of anybody', async () => {
    const script = 'const end = "</script>";';
    const page = renderReport(await madeReport({ design: monteCarlo(10) }), script);
    const hash = createHash('sha256').update('const end = "<\\/script>";').digest('base64');
    expect(page).toContain(`script-src 'sha256-${hash}'`);
    expect(page).toContain("default-src 'none'");
    expect(markup(page)).not.toMatch(/\b(?:src|href)="(?!#)/u);
  });

  it('says what a reader can do on screen apart from captions, which files and paper have, too', async () => {
    const report = await madeReport({
      design: '{method: full-factorial}',
      inputs: ['a', 'b', 'c', 'd']
        .map((name) => `  - {name: ${name}, type: Design, values: [0, 1]}`)
        .join('\n'),
      model: ([a = 0, b = 0], run) => a + 3 * b + ((run * 7919) % 97) / 970,
    });
    const figures = figuresOf(report);
    for (const { id, caption } of figures) {
      expect(caption, id).not.toMatch(/\b(?:drag|hover|click|box in a panel)/iu);
    }
    expect(figures.flatMap(({ id, onScreen }) => (onScreen === undefined ? [] : [id]))).toEqual(
      expect.arrayContaining(['parallel', 'scatter-matrix', 'half-normal-y']),
    );
    const page = renderReport(report, '');
    expect(page).toContain('<span class="screen"> Drag a box in a panel to choose runs');
    expect(page).toMatch(/@media print\{[^]*\.screen,[^{}]*\{display:none!important\}/u);
    for (const { id } of figures) expect(page, id).toContain(`data-csv="${id}"`);
  });

  it('is the same, byte for byte, of the same study', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(async () => renderReport(await madeReport({ design: monteCarlo(20) }), '')),
    );
    expect(first).toBe(second);
  });

  it('stays below 1.7 MB at 1,000 runs of 12 columns, with a script of 0.75 MB', async () => {
    const report = await madeReport(wideStudy(1000, 2, 7));
    expect(report.runs.columns).toHaveLength(12);
    const page = renderReport(report, ' '.repeat(750_000));
    expect(Buffer.byteLength(page)).toBeLessThan(1_700_000);
  });

  it('links to jobs by http and https alone', async () => {
    const pagesOf = async (baseUrl: string) =>
      (await madeReport({ design: monteCarlo(5), job: { jobId: 'J1', baseUrl } })).runs;
    expect(await pagesOf('https://p.example/')).toMatchObject({
      ...{ jobs: ['J1', 'J1', 'J1', 'J1', 'J1'], jobPages: 'https://p.example/jobs' },
    });
    const other = await pagesOf('javascript:alert(1)//');
    expect([other.jobs?.[0], other.jobPages]).toEqual(['J1', undefined]);
    expect((await madeReport({ design: monteCarlo(5) })).runs.jobs).toBeUndefined();
  });

  it('holds every number to its last digit', async () => {
    const report = await madeReport(wideStudy(20, 3, 2));
    const letters = /id="report-data">([^<]*)</u.exec(renderReport(report, ''))?.[1] ?? '';
    expect(await readData(letters)).toEqual(pageData(report));
  });

  it('holds a stated sample above 5,000 runs', async () => {
    const report = await madeReport({ design: monteCarlo(6000) });
    expect(report.runs.runs).toHaveLength(mostRuns);
    expect(renderReport(report, '')).toContain('The page holds 5,000 of 6,000 runs');
  });
});

describe('a sample of runs', () => {
  it('is smaller where there are many columns', () => {
    expect([3, 12, 30, 100, 1000].map(mostRunsOf)).toEqual([5000, 5000, 2000, 1000, 1000]);
  });

  it('is all of few, and ascending and without repeats of many', () => {
    expect(sampleRuns(3).places).toEqual([0, 1, 2]);
    const many = sampleRuns(100_000).places;
    expect(many).toHaveLength(mostRuns);
    expect(many).toEqual([...new Set(many)].sort((a, b) => a - b));
  });

  it('favours no stride of a design', () => {
    const counts = new Map<number, number>();
    for (const place of sampleRuns(100_000).places) {
      counts.set(place % 8, (counts.get(place % 8) ?? 0) + 1);
    }
    for (const count of counts.values()) expect(Math.abs(count - 625)).toBeLessThan(100);
  });
});

describe('a text', () => {
  it('cannot leave an attribute or an element', () => {
    expect(escapeHtml(`<a b="c" d='e'>&`)).toBe('&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;');
  });
});

describe('a number', () => {
  it.each([
    [0, '0'],
    [1.23456, '1.235'],
    [12345.6, '12350'],
    [1234567, '1.235e6'],
    [-0.0000123456, '-1.235e-5'],
    [0.1 + 0.2, '0.3'],
    [Number.MAX_VALUE, '1.798e308'],
    [-Number.MAX_VALUE, '-1.798e308'],
    [Infinity, 'Infinity'],
  ])('%d has four significant digits', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });
});
