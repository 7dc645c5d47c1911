import { expect, it } from 'vitest';
import { AuditBook } from '../../src/audit/audit-report.ts';
import { auditRevisions } from '../../src/audit/audit-revisions.ts';

const faultsOf = (...revisions: readonly number[]) => {
  const book = new AuditBook();
  auditRevisions(
    revisions.map((revision) => ({ revision })),
    book,
  );
  return book.close(true, false).faults.map(({ kind, subject }) => `${kind}: ${subject}`);
};

it('a revision whose record is gone is told', () => {
  expect(faultsOf()).toEqual([]);
  expect(faultsOf(2, 3)).toEqual([]);
  expect(faultsOf(3, 5)).toEqual(['missing: revision 2', 'missing: revision 4']);
});
