import { expect, it } from 'vitest';
import { AuditBook } from '../../src/audit/audit-report.ts';
import { auditValues } from '../../src/audit/audit-values.ts';
import type { StudyRecords } from '../../src/audit/audited-study.ts';

/** What is told of a study, two of whose attempts aren't read by the outputs that were amended. */
async function toldOf(hasEnded: boolean) {
  const outcome = (run: number) => ({
    ...{ run, attempt: 1, jobNumber: 1, status: 'Done', values: {}, isUnread: true },
  });
  const records = {
    attempts: [[outcome(1), outcome(2)]],
    folder: { has: () => Promise.resolve(hasEnded) },
  } as unknown as StudyRecords;
  const book = new AuditBook();
  await auditValues(records, book, new AbortController().signal);
  return book.close(true, false);
}

it('values that were not read anew are a note while a study is open, and a fault once it has ended', async () => {
  const open = await toldOf(false);
  expect(open.faults).toEqual([]);
  expect(open.notes.join()).toContain(
    "2 of the attempts were judged by outputs that were amended since, and aren't read anew yet",
  );
  const ended = await toldOf(true);
  expect(ended.faults).toMatchObject([{ kind: 'missing', subject: 'values' }]);
});
