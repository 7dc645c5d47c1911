/** The page by keyboard: a button that goes, or can't be pressed any more, hands the focus on, and the page stays where it is. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeReport } from './report-in-browser.ts';

/** What has the focus: the text of a button, the name of anything else; BODY where nothing has. */
const focused = `(() => {
  const { tagName, textContent, disabled, ariaLabel } = document.activeElement;
  return disabled ? 'disabled' : tagName === 'BUTTON' ? textContent : (ariaLabel ?? tagName);
})()`;

/** Where the heads of the table of runs are on the screen, px from its top. */
const topOfRuns = "document.querySelector('#runs-table thead').getBoundingClientRect().top";

describeReport(
  'the keyboard in the report',
  {
    design: '{method: latin-hypercube, runs: 45, seed: 3}',
    model: ([a = 0, b = 0]) => a + b,
  },
  ({ open }) => {
    it('goes on in the table of runs once a filter is let go', async () => {
      const page = await open(1280);
      await page.locator('#runs-table input[aria-label="Filter run"]').focus();
      await page.keyboard.type('1..3');
      const showAll = page.getByRole('button', { name: 'Show all' });
      await showAll.focus();
      const before = Number(await page.evaluate(topOfRuns));
      await page.keyboard.press('Enter');
      await showAll.waitFor({ state: 'hidden' });
      expect(await page.evaluate(focused)).toBe('Runs');
      expect(Math.abs(Number(await page.evaluate(topOfRuns)) - before)).toBeLessThan(3);
      await page.keyboard.press('Tab');
      expect(await page.evaluate(focused)).toMatch(/^run/u);
      await page.close();
    });

    it('stays at the buttons of the pages, at the last one and at the first', async () => {
      const page = await open(1280);
      await pressOn(page, 'Next', 2);
      expect(await page.evaluate(focused)).toBe('Previous');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      expect(await page.evaluate(focused)).toBe('Next');
      await page.close();
    });
  },
);

async function pressOn(page: Page, name: string, times: number): Promise<void> {
  await page.getByRole('button', { name }).focus();
  for (let time = 0; time < times; time += 1) await page.keyboard.press('Enter');
}
