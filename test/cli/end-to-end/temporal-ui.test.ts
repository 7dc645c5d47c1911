/** The printed link in a browser: studies alone, each with its state, its failed runs, cost and owner; and what the study's own page says. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { distFolder } from '../../kit/dist-folder.ts';
import { processesNaming } from '../../kit/orphans.ts';
import { waitFor } from '../../kit/processes.ts';
import { commandEnvironment } from '../../studies/run-study.ts';

const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = paths.find((path) => existsSync(path));
const title =
  executablePath === undefined ? 'the list (skipped: there is no Chromium here)' : 'the list';

const studyFile = `name: seals
variables:
  - { name: a, type: Design, values: [1, 2, 3, 4] }
  - { name: y, type: Output, from: { file: out.json, pointer: /y } }
design: { method: full-factorial }
job:
  analysis: { code: user_included, version: '0' }
  command: sh model.sh
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 2, walltime: 1 }
  inputFiles: [model.sh]
  templates: [{ template: in.txt.in, as: in.txt }]
`;

const model = `a=$(cat in.txt)
if [ "$a" = 4 ]; then echo 'error: mesh failed' >&2; exit 3; fi
echo "{\\"y\\": $a}" > out.json
`;

describe.skipIf(executablePath === undefined)(title, () => {
  const folder = mkdtempSync(join(tmpdir(), 'doeflow-ui-'));
  const lines: string[] = [];
  let parts: ChildProcess;
  let browser: Browser;
  let page: Page;

  /** Starts a command of the built program; its lines are kept. */
  function command(...words: readonly string[]): ChildProcess {
    const child = spawn(process.execPath, [join(distFolder(), 'src/cli/main.js'), ...words], {
      cwd: join(folder, 'study'),
      env: commandEnvironment({
        DOEFLOW_HOME: join(folder, 'home'),
        XDG_CONFIG_HOME: join(folder, 'config'),
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => lines.push(line));
    }
    return child;
  }

  const said = (start: string): string | undefined =>
    lines.find((line) => line.startsWith(start))?.slice(start.length);

  beforeAll(async () => {
    mkdirSync(join(folder, 'study'));
    writeFileSync(join(folder, 'study', 'study.yaml'), studyFile);
    writeFileSync(join(folder, 'study', 'in.txt.in'), '${a}');
    writeFileSync(join(folder, 'study', 'model.sh'), model);
    parts = command('dev');
    await waitFor('the parts', () => said('Running until') !== undefined, 60_000);
    const run = command('run', 'study.yaml', '--results', join(folder, 'results'));
    await waitFor('the end of the study', () => run.exitCode !== null, 120_000);
    browser = await chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      args: ['--no-sandbox'],
    });
    page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
  });

  afterAll(async () => {
    await browser.close();
    parts.kill('SIGINT');
    await waitFor('the end of the parts', () => processesNaming(folder).length === 0, 60_000);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it('that a start prints has studies alone, with state, failed and done runs, cost and owner', async () => {
    await page.goto(said('All studies: ') ?? '');
    const row = page.locator('tbody tr').filter({ hasText: 'study-seals' });
    await row.waitFor({ timeout: 60_000 });
    const heads = await page.locator('thead th').allInnerTexts();
    const cells = await row.locator('td').allInnerTexts();
    const cell = (head: string): string | undefined => cells[heads.indexOf(head)]?.trim();
    expect(cell('StudyState')).toBe('Finished with failures');
    expect([cell('RunsFailed'), cell('RunsDone'), cell('RunsTotal')]).toEqual(['1', '3', '4']);
    expect(cell('StudyCost')).toMatch(/USD$/u);
    expect(cell('StudyOwner')).toBe(userInfo().username);
    // Its job and the reaper have workflows, too.
    expect(await page.locator('tbody tr').allInnerTexts()).toHaveLength(1);
  });

  it('has a view of those with failed runs, and one of those that wait for a person', async () => {
    await page.getByText('Studies that wait for you').click();
    await page
      .getByRole('link', { name: 'study-seals' })
      .waitFor({ state: 'hidden', timeout: 60_000 });
    await page.getByText('Studies with failed runs').click();
    await page.getByRole('link', { name: 'study-seals' }).waitFor({ timeout: 60_000 });
  });

  it('keeps the columns that a reader has chosen since', async () => {
    const own = [{ label: 'Workflow ID' }, { label: 'RunsFailed' }];
    const chosen = JSON.stringify({ default: own });
    await page.evaluate(
      `localStorage.setItem('namespace-workflow-table-columns', ${JSON.stringify(chosen)})`,
    );
    await page.goto(said('All studies: ') ?? '');
    await page.getByRole('link', { name: 'study-seals' }).waitFor({ timeout: 60_000 });
    const heads = await page.locator('thead th').allInnerTexts();
    expect(heads).toHaveLength(own.length + 2);
    // Before them are a box to choose all rows with, and a mark.
    expect(heads.slice(-own.length).map((head) => head.trim())).toEqual(
      own.map(({ label }) => label),
    );
  });

  it('leads to a page that says how the study ended, why runs failed, what it cost and what to do', async () => {
    const link = lines.find((line) => line.includes('/workflows/study-seals'));
    await page.goto(link?.replace('Temporal UI: ', '').trim() ?? '');
    await page.getByText('User Metadata').click();
    const details = page.frameLocator('iframe >> nth=-1').locator('main');
    await details.getByText('Finished with failures').waitFor({ timeout: 60_000 });
    const text = await details.innerText();
    expect(text).toContain('Finished with failures: 3 of 4 runs done, 1 failed');
    expect(text).toMatch(/1x exit-code: .*mesh failed/u);
    expect(text).toMatch(/cost: .*USD/u);
    expect(text).toContain(join(folder, 'results'));
    expect(text).toMatch(/doeflow retry seals-\S+ --failed/u);
  });
});
