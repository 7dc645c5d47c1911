/** Values that a post-process printed are taken whole or not at all. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runFolder, type RunFolder } from '../../src/local-platform/job-folder.ts';
import { takePostOutput } from '../../src/local-platform/runner/post-output.ts';

let root = '';
let run: RunFolder;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'doeflow-post-'));
  run = runFolder({ root, runs: join(root, 'runs') } as never, 1);
  mkdirSync(run.work, { recursive: true });
  writeFileSync(join(run.work, 'process_output.log'), 'ran\n');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const most = 5_000_000;
const log = (): string => readFileSync(join(run.work, 'process_output.log'), 'utf8');
const chatter = 'iteration log line of forty characters.\n'.repeat(30_000);

it('is read to its end, however much was printed before', () => {
  const text = `mass\t1\n${chatter}mass\t123456.5\n`;
  writeFileSync(run.postOutput, text);
  expect(takePostOutput(run, most)).toEqual([
    ['mass', '1'],
    ['mass', '123456.5'],
  ]);
  expect(log()).toBe(`ran\n${text}`);
});

it('gives nothing where it is too long, and says so', () => {
  writeFileSync(run.postOutput, 'mass\t1\n');
  truncateSync(run.postOutput, most + 1);
  expect(takePostOutput(run, most)).toEqual([]);
  expect(log()).toMatch(
    /\[\.\.\. the post-process printed 5000001 bytes, more than 5000000: none/u,
  );
});

it('gives nothing where values are a table', () => {
  writeFileSync(run.postOutput, `mass\t${'1'.repeat(1_000_000)}\n`);
  expect(takePostOutput(run, most)).toEqual([]);
  expect(log()).toMatch(/printed values of 1000004 letters, more than 1000000: none is taken/u);
});

it('begins on a line of its own in the log', () => {
  writeFileSync(join(run.work, 'process_output.log'), 'mass = 1');
  writeFileSync(run.postOutput, '2\n');
  takePostOutput(run, most);
  expect(log()).toBe('mass = 1\n2\n');
});
