/** What a run may leave to bring down who reads it. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { extractOutputs, wantedFiles } from '../../src/extract/index.ts';
import { noteUncollected } from '../../src/run/index.ts';
import type { OutputSource, Study } from '../../src/study/study.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'doeflow-hostile-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function studyOf(source: OutputSource): Study {
  const variables = [{ name: 'y', type: 'Output', valueType: 'number', required: true, source }];
  return { variables, job: { collect: [] } } as unknown as Study;
}

async function failureOf(source: OutputSource) {
  return (await extractOutputs(studyOf(source), { folder, postProcess: undefined })).failure;
}

const json = { kind: 'pointer', file: 'out', pointer: '/a' } as const;
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

it.each<readonly [string, OutputSource, string | number]>([
  ['JSON nested 100,000 deep', json, `{"a": ${nested(100_000)}}`],
  ['JSON that is only nested', json, '['.repeat(5_000_000)],
  [
    'a text of a million escapes',
    json,
    `{"a": 12345678901234567890, "b": "${'\\n'.repeat(2_000_000)}"}`,
  ],
  [
    'a table of two million columns',
    { kind: 'column', file: 'out', column: 'b' },
    ','.repeat(2_000_000),
  ],
  [
    'a row without end',
    { kind: 'column', file: 'out', column: 'a' },
    `a\n"${'x'.repeat(11_000_000)}`,
  ],
  ['a file of a gigabyte', { kind: 'key', file: 'out', key: 'a' }, 1_000_000_000],
  ['a line of 100 megabytes', { kind: 'key', file: 'out', key: 'a' }, 100_000_000],
])('%s fails the run', { timeout: 30_000 }, async (_what, source, content) => {
  const path = join(folder, 'out');
  writeFileSync(path, typeof content === 'string' ? content : '');
  if (typeof content === 'number') truncateSync(path, content);
  expect((await failureOf(source))?.reason).toMatch(/^output-(?:invalid|missing)$/u);
});

it('globs of many stars come to an end', () => {
  const collect = ['*a*a*a*a*a*a*a*a*a*a*a*a*a*b', '*.png'];
  const study = { variables: [], job: { collect } } as unknown as Study;
  const begun = performance.now();
  const files = [`${'a'.repeat(250)}`, 'x.png'];
  const wanted = wantedFiles(study, files);
  expect([[...wanted.names], wanted.givenUp]).toEqual([
    ['x.png'],
    ['*a*a*a*a*a*a*a*a*a*a*a*a*a*b'],
  ]);
  expect(performance.now() - begun).toBeLessThan(10_000);
  // What took too long once doesn't hold up the further runs, and is told of them, too.
  const again = performance.now();
  expect(wantedFiles(study, files)).toEqual(wanted);
  expect(performance.now() - again).toBeLessThan(500);
  const outcome = { run: 1, attempt: 1, jobNumber: 1, status: 'Done', values: {} } as const;
  expect(noteUncollected([{ ...outcome, uncollected: wanted.givenUp }, outcome])).toEqual([
    expect.stringMatching(/"\*a\*.*b" was given up for 1 run, as it took more than 1 s/u),
  ]);
});

it('names with line breaks are collected as all others', () => {
  const names = ['a\nb.txt', 'd\nir/f.txt', 'x/d\n\u2028/e/f.txt'];
  const kept = (glob: string): readonly string[] => {
    const study = { variables: [], job: { collect: [glob] } } as unknown as Study;
    return [...wantedFiles(study, names).names];
  };
  expect(kept('**/*')).toEqual(names);
  expect(kept('**')).toEqual(names);
  expect(kept('**/*.txt')).toEqual(names);
  expect(kept('*')).toEqual(names.slice(0, 1));
});
