import { createHash } from 'node:crypto';
import { layout, type Store, type StudyRevision, type StudySnapshot } from '../store/index.ts';
import type { AuditBook } from './audit-report.ts';

/** Compares the files that the study was planned from, at first and by each amendment. @param changed names of records that aren't as the end left them */
export async function auditPlannedFrom(
  store: Pick<Store, 'readContent'>,
  { snapshot, revisions }: PlannedFrom,
  changed: ReadonlySet<string>,
  book: AuditBook,
): Promise<void> {
  const records = [
    { name: layout.snapshot.name, ...snapshot },
    ...revisions.map((each) => ({ ...each, name: layout.revision(each.revision).name })),
  ];
  for (const { name, studyFile, files } of records) {
    const named = files.map(({ path, sha256 }) => ({ name: path, sha256 }));
    await auditContents(store, [studyFile, ...named], book, changed.has(name) ? name : undefined);
  }
}

interface PlannedFrom {
  readonly snapshot: Pick<StudySnapshot, 'studyFile' | 'files'>;
  readonly revisions: readonly Pick<StudyRevision, 'revision' | 'studyFile' | 'files'>[];
}

/** The files that the study ran with, by their hashes. @param changedRecord the record that has these, where it was changed: what it names need never have been there */
export async function auditContents(
  store: Pick<Store, 'readContent'>,
  files: readonly { readonly name: string; readonly sha256: string }[],
  book: AuditBook,
  changedRecord?: string,
): Promise<void> {
  for (const { name, sha256 } of files) {
    const subject = `file ${name} of the study`;
    try {
      const content = await store.readContent(sha256);
      const found = createHash('sha256').update(content).digest('hex');
      book.count('files');
      book.count('bytes', content.length);
      if (found === sha256) continue;
      book.tell('changed', subject, `expected SHA-256 ${sha256}, got ${found}`);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (changedRecord !== undefined) {
        book.note(
          `${subject} was not compared: ${changedRecord}, which was changed, gives it a SHA-256 that nothing in the store has`,
        );
        continue;
      }
      book.tell('missing', subject, `cannot be read from the store: ${error.message}`);
    }
  }
}
