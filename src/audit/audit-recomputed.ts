/** Whether what amendments read anew is what they kept: its name is the hash of it. */
import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { layout, type DocumentFolder, type StudyRevision } from '../store/index.ts';
import type { AuditBook } from './audit-report.ts';

/** Compares the outcomes that each amendment names; one that was open when it was amended has pages, which have no such names. */
export async function auditRecomputed(
  folder: DocumentFolder,
  revisions: readonly Pick<StudyRevision, 'amendment'>[],
  book: AuditBook,
): Promise<void> {
  for (const { amendment } of revisions) {
    if (amendment?.recomputed === undefined) continue;
    const place = layout.recomputed(amendment.recomputed);
    if (!(await folder.has(place))) continue;
    const lines = (await text(await folder.readStream(place))).split('\n').filter(Boolean);
    const hash = createHash('sha256')
      .update(`[${lines.join(',')}]`)
      .digest('hex');
    if (hash === amendment.recomputed) continue;
    const told = `has ${lines.length} outcomes that are not those that the amendment read anew: their SHA-256 is ${hash}, and the name is that of what was kept`;
    book.tell('changed', place.name, told);
  }
}
