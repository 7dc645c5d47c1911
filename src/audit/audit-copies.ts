/** Whether the store's readable files, the owner's copy of them and the study's own files are as they were written. */
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { isSafePath } from '../files/index.ts';
import type { RunOutcome } from '../run/run-outcome.ts';
import { hashStream, layout, type Store } from '../store/index.ts';
import type { AuditBook } from './audit-report.ts';
import type { StudyRecords } from './audited-study.ts';

/** What the manifest says of the readable files, in the store and in the copy that the owner was given. */
export async function auditCopies(records: StudyRecords, book: AuditBook): Promise<void> {
  const { folder, resultsDir } = records;
  if (!(await folder.has(layout.status))) return;
  const manifest = await folder.find(layout.manifest);
  if (manifest === undefined) {
    book.tell('missing', layout.manifest.name, 'the study has ended without it');
    return;
  }
  const copy = resultsDir !== undefined && existsSync(resultsDir) ? resultsDir : undefined;
  if (resultsDir !== undefined && copy === undefined) {
    book.note(`the copy of the results is no longer at ${resultsDir}: the store alone was checked`);
  }
  for (const [name, { sha256 }] of Object.entries(manifest.files)) {
    if (await folder.has({ name })) {
      await compare(name, await folder.readStream({ name }), sha256);
    } else book.tell('missing', name, 'the manifest names it, and it is not in the store');
    if (copy === undefined || !isSafePath(name)) continue;
    const path = join(copy, name);
    if (existsSync(path)) await compare(path, createReadStream(path), sha256);
    else book.tell('missing', path, 'the manifest names it, and the copy of the results lacks it');
  }
  if (copy !== undefined) await auditCopiedRuns(copy, records, book);

  async function compare(
    subject: string,
    stream: AsyncIterable<Buffer>,
    expected: string,
  ): Promise<void> {
    const { sha256, bytes } = await hashStream(stream);
    book.count('files');
    book.count('bytes', bytes);
    if (sha256 === expected) return;
    book.tell('changed', subject, `expected SHA-256 ${expected} by the manifest, got ${sha256}`);
  }
}

/** The copy has the files of the latest attempt of each run. */
async function auditCopiedRuns(
  copy: string,
  { attempts }: StudyRecords,
  book: AuditBook,
): Promise<void> {
  const latest = new Map<number, RunOutcome>();
  for (const outcome of attempts.flat()) {
    if ((latest.get(outcome.run)?.attempt ?? 0) < outcome.attempt) latest.set(outcome.run, outcome);
  }
  for (const { run, files = {} } of latest.values()) {
    for (const [path, expected] of Object.entries(files)) {
      if (!isSafePath(path)) continue;
      const place = join(copy, layout.allRuns.prefix, String(run), path);
      if (!existsSync(place)) {
        book.tell('missing', place, 'was collected, and the copy of the results lacks it');
        continue;
      }
      const hash = createHash('md5');
      for await (const chunk of createReadStream(place)) hash.update(chunk as Buffer);
      book.count('files');
      if (hash.digest('hex') === expected) continue;
      book.tell('changed', place, 'differs from the file that was collected');
    }
  }
}

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
