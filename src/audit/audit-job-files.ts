/** Whether the files that were made for the jobs, and sent with them, are as they were made. */
import { hashStream, layout, type Store } from '../store/index.ts';
import { auditContents } from './audit-contents.ts';
import type { AuditBook } from './audit-report.ts';
import type { KeptRecords } from './audited-study.ts';

/** Compares param files, case files and templates of inputs with the hashes in the jobs' own records: under their names, and as they were sent. @param changed names of records that aren't as the end left them */
export async function auditJobFiles(
  store: Pick<Store, 'readContent'>,
  { folder, specs }: KeptRecords,
  changed: ReadonlySet<string>,
  book: AuditBook,
): Promise<void> {
  const seen = new Set<string>();
  for (const [jobNumber, { files, inputsTemplate }] of specs) {
    for (const { role, name, sha256 } of files) {
      const object = layout.jobFile(jobNumber, role);
      if (!(await folder.has(object))) {
        book.tell('missing', object.name, 'was made for the job, and is not in the store');
        continue;
      }
      const found = await hashStream(await folder.readStream(object));
      book.count('files');
      if (found.sha256 === sha256) continue;
      book.tell(
        'changed',
        object.name,
        `expected SHA-256 ${sha256} by the job's record as ${name}, got ${found.sha256}`,
      );
    }
    const contents = [...files, inputsTemplate].filter(({ sha256 }) => !seen.has(sha256));
    for (const { sha256 } of contents) seen.add(sha256);
    const { name: record } = layout.jobSpec(jobNumber);
    await auditContents(store, contents, book, changed.has(record) ? record : undefined);
  }
}
