/** Values of a log of which the platform kept the beginning and the end: only what nothing in between could change. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { extractOutputs } from '../../src/extract/index.ts';
import { shortenLog } from '../../src/local-platform/runner/size-watch.ts';
import type { OutputSource, Study } from '../../src/study/study.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doeflow-cut-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const limit = 4000;
const part = limit / 4;
const filler = (bytes: number): string => 'iteration goes on, line of filler.\n'.repeat(bytes / 35);

/** A log that the platform's own code cut: lines that end so many bytes behind the kept head, and so many before the kept tail begins. */
function leaveCut(first: string, last: string): string {
  const path = join(folder, 'process_output.log');
  writeFileSync(path, `${first}${filler(6000)}${last}`);
  expect(shortenLog(path, limit)).toBe(true);
  const log = readFileSync(path, 'utf8');
  expect(log).toMatch(/\[\.\.\. \d+ bytes left out/u);
  return log;
}

async function read(source: OutputSource, required = true) {
  const variables = [{ type: 'Output', name: 'mass', valueType: 'number', source, required }];
  const { values, failure, unreadable } = await extractOutputs({ variables } as unknown as Study, {
    folder,
    postProcess: undefined,
  });
  return {
    value: values['mass'],
    failure: failure && `${failure.reason}: ${failure.message}`,
    unreadable: unreadable['mass'],
  };
}

const stdout = (match: 'only' | 'first' | 'last'): OutputSource => ({
  ...{ kind: 'stdout', regex: String.raw`mass = (\S+)`, match },
});
const leftOut = /a log of which \d+ bytes were left out, where it may stand/u;

it('takes no half of a number from a line that the cut went through', async () => {
  const before = filler(part).slice(0, part - 8);
  const log = leaveCut(
    `${before.slice(0, before.lastIndexOf('\n') + 1).padEnd(part - 8, '.')}`,
    '',
  );
  expect(log.indexOf('[...')).toBe(part + 1);
  writeFileSync(
    join(folder, 'process_output.log'),
    log.replace(/.{8}\n\[\.\.\./u, '\nmass = 1\n[...'),
  );
  for (const match of ['only', 'first', 'last'] as const) {
    const { value, failure } = await read(stdout(match));
    expect(value, match).toBeNull();
    expect(failure, match).toMatch(leftOut);
  }
});

it('takes no half from the line behind the gap', async () => {
  const log = leaveCut('', '');
  const path = join(folder, 'process_output.log');
  writeFileSync(path, log.replace(/(\] *\n)[^\n]*\n/u, '$1mass = 9\n'));
  expect((await read(stdout('last'))).failure).toMatch(leftOut);
});

it('takes the first of its beginning and the last of its end', async () => {
  leaveCut('mass = 1.5\nmass = 1.75\n', 'mass = 2.25\nmass = 2.5\n');
  expect((await read(stdout('first'))).value).toBe(1.5);
  expect((await read(stdout('last'))).value).toBe(2.5);
  expect((await read(stdout('only'))).failure).toMatch(/got several/u);
});

it('takes no last one of the beginning, and no first one of the end', async () => {
  leaveCut('mass = 1.5\n', '');
  expect((await read(stdout('last'))).failure).toMatch(/output-invalid: mass: .*the last one/u);
  leaveCut('', 'mass = 2.5\n');
  expect((await read(stdout('first'))).failure).toMatch(/output-invalid: mass: .*the first one/u);
});

it('takes none for the only one', async () => {
  leaveCut('', 'mass = 2.5\n');
  expect((await read(stdout('only'))).failure).toMatch(leftOut);
  const key = { kind: 'key', file: 'process_output.log', key: 'mass' } as const;
  expect((await read(key)).failure).toMatch(leftOut);
});

it('says of an optional one why it has none', async () => {
  leaveCut('', '');
  const { value, failure, unreadable } = await read(stdout('first'), false);
  expect([value, failure]).toEqual([null, undefined]);
  expect(unreadable).toMatch(leftOut);
});

it.each([
  { kind: 'stdout', match: 'only' },
  { kind: 'postProcess', key: 'mass' },
] as const)('takes lines with tabs of its end: %o', async (source) => {
  leaveCut('mass\t1\n', 'mass\t2.5\n');
  expect((await read(source)).value).toBe(2.5);
  leaveCut('mass\t1\n', '');
  expect((await read(source)).failure).toMatch(leftOut);
});

it('reads a whole log as ever', async () => {
  writeFileSync(join(folder, 'process_output.log'), `${filler(350)}mass = 2.5`);
  expect((await read(stdout('only'))).value).toBe(2.5);
});
