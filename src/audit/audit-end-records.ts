/** Whether the records of a study that has ended are those that its end left, byte for byte, and nothing else lies among them. */
import { text } from 'node:stream/consumers';
import {
  hashStream,
  isClusterLife,
  layout,
  publishedObjects,
  recordNames,
  ticketOf,
} from '../store/index.ts';
import type { AuditBook } from './audit-report.ts';
import type { StudyRecords } from './audited-study.ts';
import { noFile } from './fault-of-file.ts';
import { clustersOfLedger } from './ids-of-ledger.ts';

/**
 * Compares each record with its hash; of a study that goes on, or that an earlier version ended, there are none.
 * @returns names of the records that were changed since
 */
export async function auditEndRecords(
  { folder, ledger, end }: Pick<StudyRecords, 'folder' | 'ledger' | 'end'>,
  book: AuditBook,
): Promise<ReadonlySet<string>> {
  const changed = new Set<string>();
  if (end === 'open') return changed;
  if (end === 'closing') {
    book.note(isClosing);
    if (!(await folder.has(layout.records))) return changed;
  }
  const { name } = layout.records;
  if (!(await folder.has(layout.status))) {
    if (!(await folder.has(layout.records))) return changed;
    book.tell('missing', layout.status.name, `the study has ended, as ${name} is there`);
    return changed;
  }
  if (!(await folder.has(layout.records))) {
    const manifest = await book.guard(() => folder.find(layout.manifest));
    if (manifest?.['records'] === name) book.tell('missing', name, 'the manifest names it');
    else book.note(noHashes);
    return changed;
  }
  // A link's file may go with whatever it leads to.
  if (!(await folder.list({ prefix: '' })).objects.includes(name))
    book.tell('changed', name, noFile);
  const kept = await book.guard(() => folder.read(layout.records));
  if (kept === undefined) return changed;
  if ((await text(await folder.readStream(layout.records))) !== layout.records.encode(kept)) {
    book.tell('changed', name, 'is not as it was written when the study ended');
  }
  const left = new Map(Object.entries(kept.files));
  const further: string[] = [];
  for await (const record of recordNames(folder)) {
    const expected = left.get(record);
    if (expected === undefined) {
      further.push(record);
      continue;
    }
    left.delete(record);
    if (end === 'closing' && ofTheClosing.has(record)) continue;
    const { sha256, bytes } = await hashStream(await folder.readStream({ name: record }));
    book.count('files');
    book.count('bytes', bytes);
    if (sha256 === expected) continue;
    changed.add(record);
    book.tell('changed', record, `expected SHA-256 ${expected} as the end left it, got ${sha256}`);
  }
  for (const record of left.keys()) {
    if (end === 'closing' && ofTheClosing.has(record)) continue;
    book.tell('missing', record, 'was there when the study ended, and is not in the store');
  }
  await auditFurther({ folder, ledger }, further, book);
  return changed;
}

/** What is written while a study is closed, once more by each try that follows one that was cut off. */
const ofTheClosing: ReadonlySet<string> = new Set(
  [...publishedObjects, layout.manifest, layout.status].map(({ name }) => name),
);

const isClosing =
  'its end is still being finished: the ticket of its last start has no record beside it (tickets/…-closed.json) that the study was closed, which is written when its results are copied. The copy, the summary, the report and the manifest were not compared. A worker takes it up by itself, and doeflow status STUDY says what it waits for; where that calls the study ended, nobody goes on with the copy: doeflow results STUDY --to FOLDER makes it';

const noHashes =
  'an earlier version of doeflow ended the study, without hashes of its records: one that was changed since is told only where records contradict each other';

/** Records that came after the end. */
async function auditFurther(
  { folder, ledger }: Pick<StudyRecords, 'folder' | 'ledger'>,
  names: readonly string[],
  book: AuditBook,
): Promise<void> {
  const lives = names.some(isClusterLife) ? await livesOf(folder, ledger, book) : new Set<string>();
  for (const name of names) {
    const isOurs = lives.has(name) || (await book.guard(() => mayHaveCome(folder, name)));
    if (isOurs === false) book.note(`${name} was put among the study's records after its end`);
  }
}

/** Names of the records of how long the clusters of the study lived. */
async function livesOf(
  folder: StudyRecords['folder'],
  ledger: StudyRecords['ledger'],
  book: AuditBook,
): Promise<ReadonlySet<string>> {
  const ids = [...clustersOfLedger(ledger)];
  for (let number = 1; ; number += 1) {
    const made = await book.guard(() => folder.find(layout.clusterMade(number)));
    if (made === undefined) break;
    if (made.clusterId !== undefined) ids.push(made.clusterId);
  }
  return new Set(ids.map((id) => layout.clusterLife(id).name));
}

/** What a study that has ended is given: wishes of its owner, mended files to run again with, the end of its cluster and what that took, other limits of its cost. */
async function mayHaveCome(folder: StudyRecords['folder'], name: string): Promise<boolean> {
  const about = ticketOf(name);
  if (about !== undefined) {
    if (about.part === '-closed') await folder.read(layout.ticketClosed(about.ticket));
    return true;
  }
  if (name === layout.starting.name) return true;
  const [, prefix = '', number = ''] = /^(.+\/)(\d+)\.json$/u.exec(name) ?? [];
  if (prefix === layout.allRevisions.prefix || prefix === layout.allCostLimits.prefix) return true;
  if (name.startsWith(layout.allRecomputed.prefix)) return true;
  if (prefix !== layout.allLedgerPages.prefix) return false;
  const { entries } = await folder.read(layout.ledgerPage(Number(number)));
  return entries.every(({ what }) => what === 'end-cluster' || what === 'settle');
}
