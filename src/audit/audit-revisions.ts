import { firstRevision } from '../run/first-revision.ts';
import type { StudyRevision } from '../store/index.ts';
import type { AuditBook } from './audit-report.ts';

/** Whether a revision between the first and the newest is missing: what ran, and what it cost, can't be told without it. */
export function auditRevisions(
  revisions: readonly Pick<StudyRevision, 'revision'>[],
  book: Pick<AuditBook, 'tell'>,
): void {
  const known = new Set(revisions.map(({ revision }) => revision));
  const newest = Math.max(firstRevision, ...known);
  for (let revision = firstRevision + 1; revision < newest; revision += 1) {
    if (known.has(revision)) continue;
    book.tell('missing', `revision ${revision}`, 'its record is not in the store any more');
  }
}
