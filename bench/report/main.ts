/**
 * The report of a study that has ended: seconds to write it, megabytes, and seconds until a browser shows its first content. Use, after
 * `npm run build`, with the home folder that has the study:
 *
 *     DOEFLOW_HOME=… node dist/bench/report/main.js STUDY [ROUNDS]
 *
 * The browser is Debian's Chromium at /usr/bin/chromium; without it the page is only written.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [study, given = '3'] = process.argv.slice(2);
if (study === undefined) throw new Error('Expected a study that has ended');
const browserPath = '/usr/bin/chromium';
const program = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'doeflow-bench-'));
const page = join(folder, 'report.html');

/** Seconds from the start of loading to the first content, and to the end of loading. */
async function paint(): Promise<{ readonly first: number; readonly loaded: number }> {
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
  try {
    const tab = await browser.newPage();
    await tab.goto(pathToFileURL(page).href, { waitUntil: 'load' });
    const read = `(() => {
      const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
      return { first: first / 1000, loaded: performance.timing.loadEventEnd / 1000 - performance.timeOrigin / 1000 };
    })()`;
    await tab.waitForFunction(
      "performance.getEntriesByName('first-contentful-paint').length > 0 && performance.timing.loadEventEnd > 0",
    );
    return (await tab.evaluate(read)) as { first: number; loaded: number };
  } finally {
    await browser.close();
  }
}

try {
  for (let round = 0; round < Number(given); round += 1) {
    const begun = performance.now();
    const written = spawnSync(process.execPath, [program, 'report', study, '-o', page], {
      encoding: 'utf8',
    });
    if (written.status !== 0) throw new Error(written.stderr);
    const seconds = (performance.now() - begun) / 1000;
    const shown = existsSync(browserPath) ? await paint() : undefined;
    const size = `${(statSync(page).size / 1e6).toFixed(2)} MB`;
    const words =
      shown === undefined
        ? 'no browser'
        : `first content after ${shown.first.toFixed(2)} s, loaded after ${shown.loaded.toFixed(2)} s`;
    console.log(`written in ${seconds.toFixed(1)} s, ${size}, ${words}`);
    rmSync(page);
  }
} finally {
  rmSync(folder, { recursive: true });
}
