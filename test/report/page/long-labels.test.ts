/** Labels of hundreds of letters in the heads of tables: shortened there, whole on hover, on narrow screens and on paper. */
import { expect, it } from 'vitest';
import { mostOfHead } from '../../../src/report/most-of-head.ts';
import { describeReport } from './report-in-browser.ts';

const label = (place: number): string =>
  `${place} ${'the pressure in the outer of both chambers '.repeat(7)}`;

describeReport(
  'long labels',
  {
    design: '{method: latin-hypercube, runs: 20, seed: 2}',
    inputs: [0, 1, 2]
      .map(
        (place) =>
          `  - {name: x${place}, label: ${label(place)}, type: Param, generator: Uniform, settings: {minvalue: 0, maxvalue: 1}}`,
      )
      .join('\n'),
    variables: '  - {name: mass, type: Objective, expression: 4 - y, goal: minimize}',
  },
  ({ open }) => {
    it('are shortened, with the whole text on hover', async () => {
      const page = await open(1280);
      for (const table of ['#verdict', '#runs-table']) {
        const heads = page.locator(`${table} th[title]`);
        expect(await heads.count()).toBe(3);
        for (const head of await heads.all()) {
          expect(await head.getAttribute('title')).toContain(label(1).slice(2).trim());
          const text = await head.innerText();
          expect(text.trim().length).toBeLessThanOrEqual(mostOfHead + 2);
        }
      }
      await page.getByText('Columns', { exact: true }).click();
      expect(await page.locator('.columns label[title]').count()).toBe(3);
      await page.close();
    });

    it('make nothing wider than a page of 400 pixels', async () => {
      const page = await open(400);
      await page.getByText('Columns', { exact: true }).click();
      await page.getByLabel(/^Filter 0 the pressure/u).fill('>0.5');
      const wide = await page.evaluate(`(() => {
      const inside = (one) => one.closest('.scroll') !== null && !one.matches('.scroll, th[title]');
      return [...document.querySelectorAll('main *')]
        .filter((one) => !inside(one) && one.getBoundingClientRect().width > innerWidth)
        .map((one) => one.outerHTML.slice(0, 100));
    })()`);
      expect(wide).toEqual([]);
      await page.close();
    });

    it('have three lines on paper at most', async () => {
      const page = await open(1280);
      await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize({ width: 680, height: 900 });
      const lines =
        await page.evaluate(`[...document.querySelectorAll('#verdict th, #runs-table th')]
      .filter((one) => one.offsetParent !== null)
      .map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one.querySelector('.paper') ?? one);
        return new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top))).size;
      })`);
      expect(Math.max(...(lines as readonly number[]))).toBeLessThanOrEqual(3);
      await page.close();
    });
  },
);
