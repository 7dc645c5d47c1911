/** Contents go through real shells and come back as they were, or aren't printed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { printStep } from '../../src/run/print-outputs.ts';
import {
  parsePrintedOutput,
  printedPrefix,
  printLimit,
  withoutPrintedOutputs,
} from '../../src/run/printed-outputs.ts';
import { wrapCommand, type WrapOptions } from '../../src/run/wrap-command.ts';
import { titled, whyNoFullDevice } from '../kit/skip-words.ts';

const command = { kind: 'command', analysis: 0 } as const;
const post = { kind: 'post-process', analysis: 0 } as const;
const wellEnded = 'doeflow 1 key\nexit\t0\t0\n';

function folderWith(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'doeflow-print-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

interface Printing {
  readonly files: readonly string[];
  readonly mostBytes?: number;
  readonly shell?: string;
}

/** What the step prints in a folder, and what its lines stand for, by their numbers. */
function print(folder: string, { files, mostBytes = 4096, shell = 'bash' }: Printing) {
  const step = printStep({ files, mostBytes, processes: [command], attemptKey: 'key' });
  const { stdout, stderr, status } = spawnSync(shell, ['-c', step], {
    ...{ cwd: folder, timeout: 20_000 },
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  expect([status, stderr.toString()]).toEqual([0, '']);
  return contentsIn(stdout.toString());
}

function contentsIn(stdout: string): Record<string, string | undefined> {
  const lines = stdout.split('\n').filter((line) => line.startsWith(printedPrefix));
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', value = ''] = line.slice(printedPrefix.length).split('\t');
      return [name, parsePrintedOutput(value.trim())?.toString()];
    }),
  );
}

describe('a small file', () => {
  it.each([
    ['empty', ''],
    ['a line', 'y = 4\n'],
    ['without a line end', ' y = 4 '],
    ['lines of every end', '\n\na\r\nb\rc\n\n'],
    ['what shells and JSON take for their own', `\\ \\n \\\\ " ' $x \`id\` & ${'${y}'} * ? \t\t%s`],
    ['letters of other languages', 'Öl 数 😀\n'],
  ])('comes back as it was: %s', (_, text) => {
    const folder = folderWith({ 'doeflow-run.txt': wellEnded, "an odd 'na$me": text });
    expect(print(folder, { files: ["an odd 'na$me"] })).toEqual({ 1: text });
  });

  it.each([
    ['a NUL', 'a\0b'],
    ['a NUL at its end', 'a\0'],
    ['a control character', 'a\x1bb'],
  ])('isn’t printed with %s', (_, text) => {
    const folder = folderWith({ 'doeflow-run.txt': wellEnded, a: text, b: 'other' });
    expect(print(folder, { files: ['a', 'b'] })).toEqual({ 2: 'other' });
  });

  it('of bytes that are no text comes back as something else, which no record proves', () => {
    const bytes = Buffer.from([0x61, 0xff, 0xfe]);
    const folder = folderWith({ 'doeflow-run.txt': wellEnded, a: bytes });
    expect(print(folder, { files: ['a'] })[1]).not.toBe(bytes.toString('latin1'));
  });

  it('isn’t printed where it is no plain file, or isn’t there', () => {
    const folder = folderWith({ 'doeflow-run.txt': wellEnded, real: 'x' });
    symlinkSync('real', join(folder, 'link'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(print(folder, { files: ['link', 'pipe', 'none', '.', 'real'] })).toEqual({ 5: 'x' });
  });

  it('is printed while there is room, escapes counted', () => {
    const files = { 'doeflow-run.txt': wellEnded, a: 'x'.repeat(60), b: '\n'.repeat(60), c: 'c' };
    const printed = print(folderWith(files), { files: ['a', 'b', 'c'], mostBytes: 200 });
    expect(printed).toEqual({ 1: 'x'.repeat(60), 3: 'c' });
    expect([printLimit(1), printLimit(1_000_000)]).toEqual([4096, 16]);
  });
});

describe('nothing is printed', () => {
  it('by another shell than bash, which takes no harm', () => {
    const folder = folderWith({ 'doeflow-run.txt': wellEnded, a: 'x' });
    expect(print(folder, { files: ['a'], shell: 'dash' })).toEqual({});
  });

  it.each([
    ['a failure', 'doeflow 1 key\nexit\t0\t2\n'],
    ['nothing', 'doeflow 1 key\n'],
    ['another attempt', 'doeflow 1 other\nexit\t0\t0\n'],
  ])('where the marker tells of %s', (_, marker) => {
    const folder = folderWith({ 'doeflow-run.txt': marker, a: 'x' });
    expect(print(folder, { files: ['a'] })).toEqual({});
  });
});

describe('behind a post-process', () => {
  const run = (folder: string, change: Partial<WrapOptions>): [number | null, string] => {
    const options = { ...post, attemptKey: 'key', processes: [command, post], command: 'true' };
    const text = wrapCommand({
      ...{ ...options, print: { files: ['a'], mostBytes: 100 }, ...change },
    });
    const { status, stdout } = spawnSync('bash', ['-c', text], { cwd: folder });
    return [status, stdout.toString()];
  };

  it('what was printed last keeps its line, and a failure its code', () => {
    const folder = folderWith({ 'doeflow-run.txt': wellEnded, a: 'x\n' });
    expect(run(folder, { command: 'printf "y\\t1"' })).toEqual([
      0,
      `y\t1\n${printedPrefix}1\t"x\\n"\n`,
    ]);
    writeFileSync(join(folder, 'doeflow-run.txt'), wellEnded);
    expect(run(folder, { command: 'exit 3' })).toEqual([3, '']);
    writeFileSync(join(folder, 'doeflow-run.txt'), 'doeflow 1 key\nexit\t0\t1\n');
    expect(run(folder, {})).toEqual([0, '']);
  });

  const title = titled('a full disk makes no good run a bad one', whyNoFullDevice);
  it.skipIf(whyNoFullDevice !== undefined)(title, () => {
    const folder = folderWith({ 'doeflow-run.txt': wellEnded, a: 'x' });
    const options = { ...post, attemptKey: 'key', processes: [command, post], command: 'true' };
    const text = wrapCommand({ ...options, print: { files: ['a'], mostBytes: 100 } });
    const ended = spawnSync('bash', ['-c', `(${text}\n) > /dev/full`], { cwd: folder });
    expect([ended.status, ended.stderr.toString()]).toEqual([0, '']);
  });
});

it('a log is shown as the study’s own programs wrote it', () => {
  const own = `first\n\nlast ${printedPrefix}1\t"x"\n`;
  const log = `${own}\n${printedPrefix}1\t"a\\n"\n${printedPrefix}2\t"b"\n`;
  expect(withoutPrintedOutputs(log)).toBe(own);
  expect(withoutPrintedOutputs(`${log}behind\n`)).toBe(`${own}behind\n`);
  expect(withoutPrintedOutputs(own)).toBe(own);
});

it.each(['', '"cut', 'x"', '4', 'null', '{}'])('%j stands for no contents', (value) => {
  expect(parsePrintedOutput(value)).toBeUndefined();
});
