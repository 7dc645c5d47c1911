/** Figures follow the width of the window, and are afterwards as they were. */
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeReport } from './report-in-browser.ts';

/** Time in which a figure is drawn again, ms: what was drawn before looks the same to a test that doesn't wait. */
const drawnWithinMs = 500;

const pixels = (id: string): string =>
  `(({ width, height }, context) => context.getImageData(0, 0, width, height).data)(
    ...[document.querySelector('[data-figure="${id}"] canvas')].flatMap((one) => [one, one.getContext('2d')]))`;
const keepPixels = (id: string): string => `void (window.kept = ${pixels(id)})`;
/** Share of the pixels that are not as they were kept. */
const changedShare = (id: string): string =>
  `((now) => now.reduce((count, value, at) => count + (Math.abs(value - window.kept[at]) > 30 ? 1 : 0), 0) / now.length)(${pixels(id)})`;

describeReport(
  'the window’s width',
  {
    design: '{method: latin-hypercube, runs: 40, seed: 2}',
    inputs: Array.from(
      { length: 7 },
      (_, place) =>
        `  - {name: x${place}, label: "Name ${place} with words", type: Param, generator: Uniform, settings: {minvalue: 0, maxvalue: 1}}`,
    ).join('\n'),
    variables: `  - {name: deflection_of_the_tip, type: Objective, expression: 4 - y, goal: minimize}
  - {name: mass_of_all_of_the_parts, type: Objective, expression: y * (1 + x1), goal: minimize}
  - {name: bends_little, type: Constraint, expression: y > 1}`,
    further: ([, b = 0], y) => ({
      deflection_of_the_tip: 4 - y,
      mass_of_all_of_the_parts: y * (1 + b),
      bends_little: y > 1,
    }),
  },
  ({ open }) => {
    /** Marks a box or a stretch with the mouse. */
    async function mark(page: Page, plot: Locator, [x, width]: readonly [number, number]) {
      await plot.scrollIntoViewIfNeeded();
      const box = await plot.boundingBox();
      if (box === null) throw new Error('Expected a figure on the page, got none');
      await page.mouse.move(box.x + x, box.y + 110);
      await page.mouse.down();
      await page.mouse.move(box.x + x + width, box.y + 200, { steps: 8 });
      await page.mouse.up();
      await page.mouse.move(0, 0);
    }

    it.each([
      ['pareto-front', 90, 300],
      ['scatter-matrix', 80, 120],
      ['parallel', 46, 0],
    ] as const)(
      'leaves nothing of a narrow figure %s in the wide one, and keeps what is marked in it',
      async (id, x, boxWidth) => {
        const page = await open(1280);
        const plot = page.locator(`[data-figure="${id}"]`);
        await plot.scrollIntoViewIfNeeded();
        await plot.locator('canvas').first().waitFor();
        const drawn = async (): Promise<unknown> => {
          await page.waitForTimeout(drawnWithinMs);
          return page.evaluate(
            `Array.from(document.querySelectorAll('[data-figure="${id}"] canvas'), (one) => one.toDataURL())`,
          );
        };
        const wide = await drawn();
        const narrowOnce = async (): Promise<void> => {
          await page.setViewportSize({ width: 390, height: 900 });
          expect(await drawn()).not.toEqual(wide);
          await page.setViewportSize({ width: 1280, height: 900 });
        };
        await narrowOnce();
        expect(await drawn()).toEqual(wide);
        await mark(page, plot, [x, boxWidth]);
        const bar = page.locator('#selection');
        await bar.waitFor({ state: 'visible' });
        const marked = await drawn();
        const words = await bar.innerText();
        expect(marked).not.toEqual(wide);
        await page.evaluate(keepPixels(id));
        await narrowOnce();
        await drawn();
        // Edges of a box may lie a part of a pixel beside where the mouse drew them.
        const share = await page.evaluate(changedShare(id));
        expect(share).toBeLessThan(0.0005);
        expect(await bar.innerText()).toBe(words);
        await page.getByRole('button', { name: 'Show all' }).click();
        expect(await drawn()).toEqual(wide);
        await page.close();
      },
    );
  },
);
