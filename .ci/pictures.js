/**
 * Makes docs/pictures from the demo: the live terminal while it runs, the top of its report, and the list of studies in the Temporal UI. `npm run pictures`; needs a build,
 * `script` and Chromium.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-pictures-'));
const pictures = 'docs/pictures';
const columns = 100;
const env = {
  ...{ PATH: process.env['PATH'], HOME: process.env['HOME'], DOEFLOW_PROFILE: 'embedded' },
  ...{ TERM: 'xterm-256color', DOEFLOW_HOME: join(folder, 'home') },
};

/** Runs the demo in a terminal of 100 columns, and gives back all that it wrote. */
function runDemo() {
  const typescript = join(folder, 'typescript');
  const command = `stty cols ${columns} rows 28; node dist/src/cli/main.js run studies/cantilever-beam --profile embedded --results ${join(folder, 'results')}`;
  execFileSync('script', ['-qec', command, typescript], {
    env: { ...env, FORCE_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return readFileSync(typescript, 'utf8');
}

/** Of all frames the one that is nearest to half of the runs: each begins and ends with the terminal's own sign for it. */
function liveFrame(written) {
  const frames = written
    .split('\u001b[?2026h')
    .map((text) => text.split('\u001b[?2026l')[0] ?? '')
    .filter((text) => /\d+\/70 done/u.test(text));
  const share = (text) => {
    const [, done, ended] = /(\d+)\/70 done(?:, (\d+) ended)?/u.exec(text) ?? [];
    return (Number(done) + Number(ended ?? 0)) / 70;
  };
  return frames.sort((a, b) => Math.abs(share(a) - 0.5) - Math.abs(share(b) - 0.5))[0] ?? '';
}

/** A frame as HTML: bold, dim and the colours that it uses; everything else that steers a terminal is dropped. */
function toHtml(frame) {
  const styles = { 1: 'bold', 2: 'dim', 31: 'red', 32: 'green', 33: 'yellow' };
  let open = 0;
  return frame
    .replace(/\u001b\[(?:\?\d+[hl]|\d*[A-HJK])/gu, '')
    .replace(/^\r/u, '')
    .replace(/[&<]/gu, (sign) => (sign === '&' ? '&amp;' : '&lt;'))
    .replace(/\u001b\[(\d+)m/gu, (_, code) => {
      if (code in styles) {
        open += 1;
        return `<span class="${styles[code]}">`;
      }
      const ends = open > 0;
      open -= ends ? 1 : 0;
      return ends ? '</span>' : '';
    });
}

/** A copy of the demo under another name, whose model fails for the widest beams. */
function failingStudy() {
  const copy = join(folder, 'stiff-beam');
  cpSync('studies/cantilever-beam', copy, { recursive: true });
  const study = readFileSync(join(copy, 'study.yaml'), 'utf8');
  writeFileSync(
    join(copy, 'study.yaml'),
    study.replaceAll('cantilever-beam', 'stiff-beam').replace('count: 7', 'count: 2'),
  );
  const model = readFileSync(join(copy, 'beam.mjs'), 'utf8');
  writeFileSync(
    join(copy, 'beam.mjs'),
    `${model}\nif (w > 3.5) throw new Error('no mesh for so wide a beam');\n`,
  );
  return copy;
}

/** The list of studies in the Temporal UI, with one more study in it, some of whose runs fail. */
async function pictureOfList(browser, path) {
  const main = 'dist/src/cli/main.js';
  const parts = spawn(process.execPath, [main, 'dev'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    let link;
    for await (const line of createInterface({ input: parts.stdout })) {
      link ??= /^Temporal UI: (\S+)/u.exec(line)?.[1];
      if (line.startsWith('Running until')) break;
    }
    const results = join(folder, 'more-results');
    const run = spawn(process.execPath, [main, 'run', failingStudy(), '--results', results], {
      ...{ env, stdio: 'ignore' },
    });
    await once(run, 'exit');
    const page = await browser.newPage({ viewport: { width: 1560, height: 560 } });
    await page.goto(link);
    await page.getByRole('link', { name: 'study-stiff-beam' }).waitFor();
    await page.waitForTimeout(1500);
    await page.screenshot({ path });
  } finally {
    parts.kill('SIGINT');
    await once(parts, 'exit');
  }
}

const terminalPage = (html) => `<!doctype html><meta charset="utf-8"><style>
body { margin: 0; padding: 0; background: #fff }
pre { display: inline-block; margin: 0; padding: 18px 22px; background: #16181d; color: #d8dee9; border-radius: 8px; font: 15px/1.45 'DejaVu Sans Mono', monospace }
.bold { font-weight: bold; color: #fff } .dim { color: #8f98a8 } .red { color: #ff7b72 } .green { color: #7ee787 } .yellow { color: #e3b341 }
</style><pre><span class="dim">$ npm start</span>

${html}</pre>`;

try {
  const frame = liveFrame(runDemo());
  const [study = ''] = readdirSync(join(folder, 'results'));
  mkdirSync(pictures, { recursive: true });
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage({ viewport: { width: 1040, height: 900 } });
  await page.setContent(terminalPage(toHtml(frame)));
  await page.locator('pre').screenshot({ path: join(pictures, 'terminal.png') });
  await page.goto(pathToFileURL(join(folder, 'results', study, 'report.html')).href);
  await page.evaluate(() => {
    const [section] = [...document.querySelectorAll('h2')].filter(
      ({ textContent }) => textContent === 'Parallel coordinates',
    );
    section?.scrollIntoView({ block: 'start' });
  });
  await page.waitForTimeout(1500);
  await page.screenshot({
    path: join(pictures, 'report.png'),
    clip: { x: 0, y: 0, width: 1040, height: 595 },
  });
  await pictureOfList(browser, join(pictures, 'temporal-ui.png'));
  await browser.close();
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
