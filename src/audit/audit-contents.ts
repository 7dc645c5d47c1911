import { createHash } from 'node:crypto';
import type { Store } from '../store/index.ts';
import type { AuditBook } from './audit-report.ts';

/** The files that the study ran with, by their hashes. */
export async function auditContents(
  store: Pick<Store, 'readContent'>,
  files: readonly { readonly name: string; readonly sha256: string }[],
  book: AuditBook,
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
      book.tell('missing', subject, `cannot be read from the store: ${error.message}`);
    }
  }
}
