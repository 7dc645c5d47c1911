/**
 * Makes docs/pictures from the demo: the live terminal while it runs, and the top of its report. `npm run pictures`; needs a build, `script` and Chromium.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-pictures-'));
const pictures = 'docs/pictures';
const columns = 100;

/** Runs the demo in a terminal of 100 columns, and gives back all that it wrote. */
function runDemo() {
  const typescript = join(folder, 'typescript');
  const command = `stty cols ${columns} rows 28; node dist/src/cli/main.js run studies/cantilever-beam --profile embedded --results ${join(folder, 'results')}`;
  execFileSync('script', ['-qec', command, typescript], {
    env: {
      ...{ PATH: process.env['PATH'], HOME: process.env['HOME'] },
      ...{ TERM: 'xterm-256color', FORCE_COLOR: '1', DOEFLOW_HOME: join(folder, 'home') },
    },
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
  await browser.close();
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
