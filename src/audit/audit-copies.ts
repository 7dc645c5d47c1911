/** Whether the store's readable files and the owner's copy of them are as they were written. */
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSafePath } from '../files/index.ts';
import { hashStream, layout } from '../store/index.ts';
import { auditCopiedRuns, noteStrangeRuns } from './audit-copied-runs.ts';
import { noteStrangePacks } from './audit-packs.ts';
import type { AuditBook } from './audit-report.ts';
import type { KeptRecords } from './audited-study.ts';
import { faultOfFile } from './fault-of-file.ts';

/** What the manifest says of the readable files, in the store and in the copy that the owner was given. */
export async function auditCopies(records: KeptRecords, book: AuditBook): Promise<void> {
  const { folder, resultsDir, end } = records;
  if (end === 'open' || !(await folder.has(layout.status))) return;
  if (end === 'closing') {
    await book.guard(() => noteStrangeRuns(records, book));
    await book.guard(() => noteStrangePacks(records, book));
    return;
  }
  const copy = resultsDir !== undefined && existsSync(resultsDir) ? resultsDir : undefined;
  const kept = await book.guard(async () => {
    const found = await folder.find(layout.manifest);
    if (found === undefined) {
      book.tell('missing', layout.manifest.name, 'the study has ended without it');
    }
    return found;
  });
  // Without the store's own the other files are held against the owner's.
  const manifest = kept ?? (copy === undefined ? undefined : readCopiedManifest(copy));
  if (manifest === undefined) return;
  if (resultsDir !== undefined && copy === undefined) {
    book.note(`the copy of the results is no longer at ${resultsDir}: the store alone was checked`);
  }
  for (const [name, { sha256 }] of Object.entries(manifest.files)) {
    await book.guard(async () => {
      if (await folder.has({ name })) {
        await compare(name, await folder.readStream({ name }), sha256);
      } else book.tell('missing', name, 'the manifest names it, and it is not in the store');
    });
    if (copy === undefined || !isSafePath(name)) continue;
    const path = join(copy, name);
    const fault = faultOfFile(path);
    if (fault === undefined) await compare(path, createReadStream(path), sha256);
    else book.tell(fault.kind, path, `the manifest names it, and ${fault.words}`);
  }
  await book.guard(() => noteStrangeRuns(records, book));
  await book.guard(() => noteStrangePacks(records, book));
  if (copy === undefined) return;
  if (kept !== undefined) await auditCopiedManifest(copy);
  noteStrangers(copy, Object.keys(manifest.files), book);
  await auditCopiedRuns(copy, records, book);

  /** No hash of the manifest is in it: its copy is compared with the one in the store. */
  async function auditCopiedManifest(place: string): Promise<void> {
    const path = join(place, layout.manifest.name);
    const fault = faultOfFile(path);
    if (fault !== undefined) {
      book.tell(fault.kind, path, `every study that has ended has one, and ${fault.words}`);
      return;
    }
    const { sha256 } = await hashStream(await folder.readStream(layout.manifest));
    const found = await hashStream(createReadStream(path));
    book.count('files');
    if (found.sha256 === sha256) return;
    book.tell('changed', path, 'differs from the manifest in the store');
  }

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

/** The manifest in the owner's copy of the results; undefined where it can't be read. */
function readCopiedManifest(copy: string): ReturnType<typeof layout.manifest.decode> | undefined {
  const path = join(copy, layout.manifest.name);
  if (faultOfFile(path) !== undefined) return undefined;
  try {
    return layout.manifest.decode(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** What lies beside the results and was not written there by the study. */
function noteStrangers(copy: string, files: readonly string[], book: AuditBook): void {
  const ours = new Set([...files, layout.manifest.name, layout.allRuns.prefix.slice(0, -1)]);
  for (const name of readdirSync(copy)) {
    if (!ours.has(name)) book.note(`${join(copy, name)} was not written by the study`);
  }
}
