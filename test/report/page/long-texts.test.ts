/** Texts of hundreds of letters in the cells of runs: one line on the screen, whole on hover, and whole on paper. */
import { expect, it } from 'vitest';
import { describeReport } from './report-in-browser.ts';

const words = 'the mesh was refined near the outer edge of the plate '.repeat(9).trim();

describeReport(
  'long texts of runs',
  {
    design: '{method: latin-hypercube, runs: 20, seed: 2}',
    variables: `  - {name: remark, type: Output, valueType: text, from: {file: result.json, pointer: /remark}}
  - {name: mass, type: Objective, expression: 4 - y, goal: minimize}`,
    further: (_, y) => ({ remark: `${y.toFixed(2)} ${words}` }),
    model: ([a = 0, b = 0], run) => (run === 3 ? undefined : a + b),
    message: words,
  },
  ({ open }) => {
    it('have one line, with the whole text on hover', async () => {
      const page = await open(1280);
      for (const table of ['#verdict table', '#runs-table table']) {
        const cells = page.locator(`${table} td`, { hasText: 'the mesh was refined' });
        expect(await cells.count()).toBeGreaterThan(3);
        expect(await cells.first().getAttribute('title')).toContain(words);
        const heights = await page
          .locator(`${table} tbody tr`)
          .evaluateAll((rows) =>
            rows.map((row) => (row as { offsetHeight?: number }).offsetHeight),
          );
        expect(Math.max(...heights.map(Number))).toBeLessThan(40);
      }
      await page.close();
    });

    it('stand whole on paper', async () => {
      const page = await open(1280);
      await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
      await page.emulateMedia({ media: 'print' });
      const cut = await page.evaluate(`[...document.querySelectorAll('#verdict td, #runs-table td')]
        .filter((one) => one.offsetParent !== null && one.scrollWidth > one.clientWidth + 1).length`);
      expect(cut).toBe(0);
      await page.close();
    });
  },
);
