/** Whether the store's readable files, the owner's copy of them and the study's own files are as they were written. */
import { createReadStream, existsSync, lstatSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
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
    const fault = faultOfFile(path);
    if (fault === undefined) await compare(path, createReadStream(path), sha256);
    else book.tell(fault.kind, path, `the manifest names it, and ${fault.words}`);
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
  noteStrangers(copy, latest, book);
  for (const { run, files = {} } of latest.values()) {
    for (const [path, expected] of Object.entries(files)) {
      if (!isSafePath(path)) continue;
      const place = join(copy, layout.allRuns.prefix, String(run), path);
      const fault = faultOfFile(place);
      if (fault !== undefined) {
        book.tell(fault.kind, place, `was collected, and ${fault.words}`);
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

/** What stands in a file's place; undefined for a file. Anything else isn't opened: a named pipe would hold up who reads it. */
function faultOfFile(
  path: string,
): { readonly kind: 'missing' | 'changed'; readonly words: string } | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return { kind: 'missing', words: 'the copy of the results lacks it' };
  if (found.isFile()) return undefined;
  return {
    kind: 'changed',
    words: 'what is there is no file: a link, a folder, a pipe or a device',
  };
}

/** What lies among the copied runs and was never collected: who reads it takes it for a result. */
function noteStrangers(
  copy: string,
  latest: ReadonlyMap<number, RunOutcome>,
  book: AuditBook,
): void {
  const runs = join(copy, layout.allRuns.prefix);
  if (lstatSync(runs, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  for (const name of readdirSync(runs)) {
    const outcome = /^\d+$/u.test(name) ? latest.get(Number(name)) : undefined;
    if (outcome === undefined) {
      book.note(`${join(runs, name)} is no folder of a run that has ended: it was put there`);
      continue;
    }
    const { files } = outcome;
    if (files === undefined || lstatSync(join(runs, name)).isDirectory() !== true) continue;
    for (const entry of readdirSync(join(runs, name), { withFileTypes: true, recursive: true })) {
      const path = relative(join(runs, name), join(entry.parentPath, entry.name));
      if (entry.isDirectory() || path in files) continue;
      book.note(`${join(runs, name, path)} was not collected: it was put there`);
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
