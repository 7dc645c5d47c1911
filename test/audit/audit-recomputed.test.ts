/** What an amendment read anew has a name by which a removed or changed line shows. */
import { afterAll, beforeEach, expect, it } from 'vitest';
import { AuditBook } from '../../src/audit/audit-report.ts';
import { auditRecomputed } from '../../src/audit/audit-recomputed.ts';
import { keepRecomputed } from '../../src/cli/amend/recompute-outputs.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import { layout } from '../../src/store/index.ts';
import { temporaryStore } from '../store/temporary-store.ts';

const store = await temporaryStore(afterAll);
const folder = store.study('beam-1');
const outcomes = [1, 2].map((run): RunOutcome => ({
  ...{ run, attempt: 1, jobNumber: 1, status: 'Done', judgedWith: 2 },
  ...{ startedAt: undefined, files: { 'out.txt': 'a' }, values: { y: run, none: null } },
}));
let name: string;
beforeEach(async () => {
  name = await keepRecomputed(folder, { outcomes, mended: [], notRead: [] });
});

async function audit(recomputed?: string): Promise<string[]> {
  const book = new AuditBook();
  const amendment = { by: 'ann', changes: [], ...(recomputed === undefined ? {} : { recomputed }) };
  await auditRecomputed(folder, [{}, { amendment }], book);
  return book.close(true, false).faults.map(({ kind, subject }) => `${kind} ${subject}`);
}

it('nothing is told of what was kept, nor of amendments that read nothing anew', async () => {
  expect(await audit(name)).toEqual([]);
  expect(await audit()).toEqual([]);
});

it('a line that is gone or says something else is told', async () => {
  const place = layout.recomputed(name);
  await folder.write(place, outcomes.slice(1));
  expect(await audit(name)).toEqual([`changed recomputed/${name}.ndjson`]);
  await folder.write(place, [
    { ...outcomes[0], values: { y: 9, none: null } },
    outcomes[1],
  ] as never);
  expect(await audit(name)).toEqual([`changed recomputed/${name}.ndjson`]);
});
