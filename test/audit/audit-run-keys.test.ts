/** A file that was collected can't be taken out of an outcome: the run's key has a hash of all of them. */
import { afterAll, expect, it } from 'vitest';
import { AuditBook } from '../../src/audit/audit-report.ts';
import { auditRunKeys } from '../../src/audit/audit-run-keys.ts';
import type { KeptRecords } from '../../src/audit/audited-study.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import { keepRunKeys, layout } from '../../src/store/index.ts';
import { temporaryStore } from '../store/temporary-store.ts';

const store = await temporaryStore(afterAll);
const folder = store.study('beam-1');

const outcome = (run: number, files: RunOutcome['files'], jobNumber = 1): RunOutcome => ({
  ...{ run, attempt: 1, jobNumber, status: 'Done', values: {}, files },
});
const good = [outcome(1, { 'out.txt': 'a', 'more.txt': 'b' }), outcome(2, { 'out.txt': 'c' })];
const keys = new Map([1, 2].map((run) => [run, String(run).repeat(64)]));

async function audit(outcomes: readonly RunOutcome[], collected = [1]): Promise<string[]> {
  const book = new AuditBook();
  const records = { folder, attempts: [outcomes], collected: new Set(collected) };
  await auditRunKeys({ ...records, jobIds: new Map([[1, 'J1']]) } as unknown as KeptRecords, book);
  return book.close(true, false).faults.map((one) => Object.values(one).join(' '));
}

it('nothing is told of runs as they were collected, nor of jobs that left no keys', async () => {
  await keepRunKeys(folder, 1, good, keys);
  expect(await audit(good)).toEqual([]);
  expect(await audit([...good, outcome(3, { x: 'd' }, 2)], [1, 2])).toEqual([]);
  const failed = { ...outcome(3, { x: 'd' }), status: 'Failed' as const };
  expect(await audit([...good, failed, outcome(3, undefined)])).toEqual([]);
});

it('nothing is told of a job that is being collected, and of runs that other outputs made done', async () => {
  expect(await audit([], [])).toEqual([]);
  expect(await audit([...good, { ...outcome(3, { x: 'd' }), judgedWith: 2 }])).toEqual([]);
});

it('a file that is no longer in an outcome is told, with those that are', async () => {
  const without = [outcome(1, { 'out.txt': 'a' }), ...good.slice(1)];
  expect(await audit(without)).toEqual([
    expect.stringMatching(
      /^contradiction run 1, attempt 1 its outcome in job 1 \(J1\) names other collected files, .* keys\/1\.ndjson has the hash: it names out\.txt$/u,
    ),
  ]);
  const none = [outcome(1, undefined), ...good.slice(1)];
  expect(await audit(none)).toEqual([expect.stringContaining('it names none')]);
});

it('a key or an outcome that is gone is told', async () => {
  expect(await audit(good.slice(1))).toEqual([
    'contradiction run 1, attempt 1 has a key in keys/1.ndjson, and no outcome in job 1 (J1)',
  ]);
  await folder.remove(layout.runKeys(1));
  await keepRunKeys(folder, 1, good.slice(1), keys);
  expect(await audit(good)).toEqual([
    'missing run 1, attempt 1 is Done in job 1 (J1), and has no key in keys/1.ndjson',
  ]);
});
