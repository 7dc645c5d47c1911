/** One study whose records are damaged hides no other one, and is told wherever it may be meant. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exitCodeOf } from '../../../src/cli/exit-codes.ts';
import { findStudy } from '../../../src/cli/studies/find-study.ts';
import { ResultError } from '../../../src/errors.ts';
import { layout, openStore, snapshotStudy, type Store } from '../../../src/store/index.ts';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';

const whole = 'beam-20260101-000000';
const damaged = 'bridge-20260102-000000';
const other = 'bridge-load-20260102-000000';

let home: string;
let store: Store;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'doeflow-damaged-'));
  store = await openStore(join(home, 'store'));
  for (const [studyId, name] of [
    [whole, 'beam'],
    [damaged, 'bridge'],
    [other, 'bridge-load'],
  ] as const) {
    await snapshotStudy(
      store,
      { study: { name }, file: join(home, 'study.yaml'), text: `name: ${name}\n`, files: [] },
      {
        ...{ studyId, planHash: '', createdAt: new Date(), engineVersion: '0' },
        platform: { kind: 'configured', baseUrl: 'https://platform.example/' },
      },
    );
    await store.study(studyId).write(layout.status, {
      ...{ studyId, studyName: name, planHash: '', state: 'Finished', activity: '', jobs: [] },
      ...{ failures: [], notes: [], runs: { total: 1, done: 1, failed: 0, submitted: 0 } },
    });
  }
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const pathOf = (name: string): string => join(home, 'store/studies', damaged, name);

const damages: readonly (readonly [string, RegExp, () => void])[] = [
  ['cut snapshot', /snapshot\.json is not JSON/u, () => cut(layout.snapshot.name)],
  ['cut end', /status\.json is not JSON/u, () => cut(layout.status.name)],
  [
    'lost snapshot',
    /snapshot\.json is missing from the store/u,
    () => rmSync(pathOf(layout.snapshot.name)),
  ],
];
const cut = (name: string): void => writeFileSync(pathOf(name), '{"a":');

describe.each(damages)('a study with a %s', (_, words, damage) => {
  beforeEach(damage);

  it('is told by list beside the others', async () => {
    const { stdout, stderr, exitCode } = await doeflowInProcess(['list'], { DOEFLOW_HOME: home });
    expect(exitCode).toBe(0);
    expect(stdout).toContain(whole);
    expect(stdout).not.toContain(damaged);
    expect(stderr).toMatch(words);
    expect(stderr).toContain(`${damaged} cannot be read`);
    expect(stderr).toContain('restore the file from a backup');
  });

  it('is no reason not to find others', async () => {
    expect((await findStudy(store, whole)).studyId).toBe(whole);
    expect((await findStudy(store, 'be')).studyId).toBe(whole);
    expect((await findStudy(store, 'bridge-load')).studyId).toBe(other);
  });

  it.each([damaged, 'bridge', 'brid', '-'])(
    'is told where it may be meant: %s',
    async (reference) => {
      const error: unknown = await findStudy(store, reference).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ResultError);
      expect((error as ResultError).message).toMatch(words);
      expect((error as ResultError).message).toContain(`studies/${damaged}/`);
      expect(exitCodeOf(error)).toBe(3);
    },
  );
});

it('a start that was cut before its snapshot is no damage', async () => {
  await store
    .study('truss-20260103-000000')
    .create(layout.starting, { kind: 'new', at: new Date().toISOString() });
  const { stderr } = await doeflowInProcess(['list'], { DOEFLOW_HOME: home });
  expect(stderr).not.toContain('cannot be read');
});
