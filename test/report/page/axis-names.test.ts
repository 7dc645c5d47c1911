/** Long names in wide letters, with units: on axes they are cut, and neither run into each other nor over the edge. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { figuresOf, type Figure } from '../../../src/report/index.ts';
import { drawSvg } from '../../../src/report/svg/draw-svg.ts';
import { describeReport } from './report-in-browser.ts';

interface Box {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const input = (name: string, label: string): string =>
  `  - {name: ${name}, label: '${label}', unit: kNm, type: Param, generator: Uniform, settings: {minvalue: 0, maxvalue: 1}}`;

describeReport(
  'long names of axes',
  {
    design: '{method: latin-hypercube, runs: 40, seed: 1}',
    inputs: [
      input('MAXIMUM_BENDING_MOMENT_AT_WELD_M', 'Maximum bending moment at the weld, web side'),
      input('MAXIMUM_BENDING_MOMENT_AT_WELD_W', 'Maximum bending moment at the weld, rim side'),
      input('WEB_WIDTH_MM_AT_THE_MIDDLE_OF_IT', 'Width of the web at its middle, in the mean'),
    ].join('\n'),
    variables:
      "  - {name: MAXIMUM_WARPING_MOMENT_MMMMMMMM, label: 'Maximum warping moment, from the middle wall', unit: kNm2, type: Objective, expression: 4 - y, goal: minimize}",
    model: ([a = 0, b = 0, c = 0]) => a * b + c * c,
  },
  ({ browser, report }) => {
    it('end at the edge of the figure, and touch no other text', async () => {
      const page = await browser().newPage();
      const faults: string[] = [];
      for (const figure of figuresOf(report())) {
        faults.push(...(await faultsOf(page, figure)));
      }
      expect(faults).toEqual([]);
      await page.close();
    });

    async function faultsOf(page: Page, figure: Figure): Promise<readonly string[]> {
      await page.setContent(`<body style="margin:0">${drawSvg(figure, report().runs)}`);
      const { width, height, boxes } = (await page.evaluate(`(() => {
        const { width, height } = document.querySelector('svg').getBoundingClientRect();
        const boxes = [...document.querySelectorAll('svg text')]
          .filter((one) => one.textContent.trim() !== '')
          .map((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect();
            return { text: one.textContent, left, right, top, bottom };
          });
        return { width, height, boxes };
      })()`)) as {
        readonly width: number;
        readonly height: number;
        readonly boxes: readonly Box[];
      };
      const cut = boxes.filter(
        ({ left, right, top, bottom }) =>
          left < -1 || top < -1 || right > width + 1 || bottom > height + 1,
      );
      const names = boxes.filter(({ text }) => text.length > 9);
      const over = names.filter((one, at) =>
        names.slice(at + 1).some((other) => touch(one, other)),
      );
      return [
        ...cut.map(({ text }) => `${figure.id}: cut: ${text}`),
        ...over.map(({ text }) => `${figure.id}: over another: ${text}`),
      ];
    }
  },
);

function touch(a: Box, b: Box): boolean {
  return (
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3
  );
}
