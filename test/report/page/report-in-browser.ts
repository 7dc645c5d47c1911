/** A made report as its readers open it: a file in a browser, for the tests of one `describe`. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { bundlePage } from '../../../src/report/bundle-page.ts';
import { renderReport, type Report } from '../../../src/report/index.ts';
import { madeReport, type MadeStudy } from '../report-kit.ts';

const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = paths.find((path) => existsSync(path));

/** What such tests have; all but the file once they run. */
export interface ReportInBrowser {
  /** The page, in a folder of its own that goes with the tests. */
  readonly file: string;
  browser(): Browser;
  report(): Report;
  /** The script of the page. */
  script(): string;
  /** Opens the page in a window of this width, pixels, once its table of runs is there. */
  open(width: number): Promise<Page>;
}

/** Describes the page of a made study; skipped, with the reason in the title, where there is no Chromium. */
export function describeReport(
  title: string,
  made: MadeStudy,
  tests: (stage: ReportInBrowser) => void,
): void {
  const isMissing = executablePath === undefined;
  const name = isMissing ? `${title} (skipped: there is no Chromium here)` : title;
  describe.skipIf(isMissing)(name, () => {
    const folder = mkdtempSync(join(tmpdir(), 'doeflow-report-'));
    const file = join(folder, 'report.html');
    let browser: Browser;
    let report: Report;
    let script: string;

    beforeAll(async () => {
      report = await madeReport(made);
      script = await bundlePage(pathToFileURL(`${process.cwd()}/`));
      writeFileSync(file, renderReport(report, script));
      browser = await chromium.launch({
        ...(executablePath === undefined ? {} : { executablePath }),
        args: ['--no-sandbox'],
      });
    });

    afterAll(async () => {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    });

    tests({
      file,
      browser: () => browser,
      report: () => report,
      script: () => script,
      async open(width) {
        const page = await browser.newPage({ viewport: { width, height: 900 } });
        await page.goto(pathToFileURL(file).href);
        await page.locator('#runs-table tbody tr').first().waitFor();
        return page;
      },
    });
  });
}
