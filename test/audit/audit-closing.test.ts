/** An audit of a study whose worker died as it copied the results: the state is kept, and the end isn't finished. */
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { auditStudy, type AuditReport } from '../../src/audit/index.ts';
import { describeAudit } from '../../src/cli/studies/describe-audit.ts';
import { findStudy } from '../../src/cli/studies/find-study.ts';
import { planStoredStudy } from '../../src/cli/studies/open-stored-study.ts';
import { edit } from './damage.ts';
import { recordStudy, studyId, type RecordedStudy } from './recorded-study.ts';
import { clientOf } from './shown-platform.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const removals: (() => void)[] = [];
let recorded: RecordedStudy;
let aside: string;

beforeAll(async () => {
  recorded = await recordStudy((remove) => removals.push(remove));
  aside = `${recorded.kept.root}-aside`;
  removals.push(() => rmSync(aside, { recursive: true, force: true }));
  cpSync(recorded.kept.root, aside, { recursive: true });
});
afterEach(() => {
  rmSync(recorded.kept.root, { recursive: true });
  cpSync(aside, recorded.kept.root, { recursive: true });
});
afterAll(() => {
  for (const remove of removals) remove();
});

const kept = (...path: string[]): string =>
  join(recorded.kept.root, 'store', 'studies', studyId, ...path);
const copy = (...path: string[]): string => join(recorded.kept.root, 'results', studyId, ...path);

/** What is there after a kill in the middle of the copy. */
function cutCopy(): void {
  for (const name of readdirSync(kept('tickets'))) {
    if (name.endsWith('-closed.json')) rmSync(kept('tickets', name));
  }
  rmSync(copy('runs', '2', 'out.txt'));
  rmSync(copy('summary.json'));
  writeFileSync(copy('runs', '3', 'out.txt.part'), '');
}

async function audit(): Promise<AuditReport> {
  const { store, folder } = recorded.kept;
  const stored = await findStudy(store, studyId);
  const planned = await planStoredStudy(store, stored);
  return auditStudy(
    {
      ...planned,
      ...{ studyId, folder, ended: stored.ended !== undefined, engineVersion: '0' },
      at: (revision) => planStoredStudy(store, stored, revision),
      resultsDir: stored.snapshot.resultsDir,
    },
    {
      ...{ store, snapshot: stored.snapshot, platform: clientOf(recorded.shown) },
      signal: new AbortController().signal,
    },
  );
}

const noted = expect.stringMatching(/^its end is still being finished: .* was closed/u) as string;

it('a study whose copy is still made is clean so far, and what is open is a note', async () => {
  cutCopy();
  const report = await audit();
  expect(report.faults).toEqual([]);
  expect(report.notes).toEqual([noted]);
  expect(report).toMatchObject({ clean: true, ended: false });
  const human = JSON.stringify(describeAudit(studyId, report).human);
  expect(human).toContain(`${studyId} is clean so far.`);
});

it('a try of the end that was cut off between its hashes and its state is one that goes on', async () => {
  cutCopy();
  // The next try writes these once more.
  edit(kept('summary.json'), '"done":', ' "done":');
  edit(kept('status.json'), '"activity"', ' "activity"');
  expect(await audit()).toMatchObject({ faults: [], notes: [noted], ended: false });
  rmSync(kept('status.json'));
  expect(await audit()).toMatchObject({ faults: [], clean: true, ended: false });
});

it('what the end doesn’t write must be whole all the same', async () => {
  cutCopy();
  edit(kept('results.csv'), /Done/u, 'Failed');
  rmSync(kept('checkpoint.json'));
  const { faults } = await audit();
  expect(faults.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual(
    expect.arrayContaining(['contradiction results.csv', 'missing checkpoint.json']),
  );
});
