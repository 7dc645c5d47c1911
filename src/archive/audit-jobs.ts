/** Checks the jobs of a destination: every version of each, and its record. */
import { openDocumentFolder } from '../objects/index.ts';
import { describeFault, type ArchiveFault } from './archive-fault.ts';
import type { Audit } from './audit.ts';
import { bagFiles } from './bag-files.ts';
import { destinationLayout, type ArchiveRecord } from './destination-layout.ts';
import { readBag, type BagReading } from './read-bag.ts';
import { idOfSafe } from './safe-names.ts';

/** Reads all versions of the job in one folder below `jobs/`, and compares the newest with its record. */
export async function auditJob(audit: Audit, folder: string): Promise<void> {
  const prefix = `${destinationLayout.jobs}${folder}/`;
  const jobId = idOfSafe(folder);
  const record = await readRecord(audit, jobId);
  const needed = record === undefined ? [] : [record.version];
  const versions = await audit.versionsBelow(prefix, bagFiles.tagManifest, needed);
  const replaced = new Map<string, readonly ArchiveFault[]>();
  let newestIsWhole = false;
  for (const version of versions) {
    const place = `${prefix}v${version}/`;
    const bag = await readBag(audit.objects, place, audit.reading);
    if (record?.replaced?.includes(version) === true) replaced.set(place, bag.faults);
    else audit.tell(...bag.faults);
    if (record?.version === version) newestIsWhole = bag.faults.length === 0;
    if (record?.version === version) compare(audit, record, bag, place);
    audit.count({ bags: 1, files: bag.files });
  }
  for (const [path, faults] of replaced) {
    const [first] = faults;
    if (first === undefined) continue;
    if (newestIsWhole) {
      const by = `${prefix}v${record?.version ?? ''}/`;
      audit.tell({ kind: 'replaced', path, by, found: describeFault(first) });
    } else audit.tell(...faults);
  }
  const newest = versions.at(-1);
  if (newest !== undefined && record === undefined) {
    const expected = `the record of ${prefix}v${newest}; a pass that was interrupted adds it when it is run again`;
    audit.tell({ kind: 'missing', path: destinationLayout.record(jobId).name, expected });
  } else if (newest !== undefined && record !== undefined && newest > record.version) {
    audit.note(`${prefix}v${newest} is newer than its record: a pass was interrupted after it`);
  }
  // A folder with nothing of a job in it was told, and is none.
  if (versions.length > 0 || record !== undefined) audit.count({ jobs: 1 });
}

/** True for a bag that was replaced as it was damaged, and removed since, where the one in its place is there. */
export async function wasReplaced(audit: Audit, bag: string): Promise<boolean> {
  const [, folder = '', version] = /^jobs\/([^/]+)\/v(\d+)\/$/u.exec(bag) ?? [];
  if (version === undefined) return false;
  const record = await readRecord(audit, idOfSafe(folder));
  if (record?.replaced?.includes(Number(version)) !== true) return false;
  const newest = destinationLayout.bag(record.jobId, record.version);
  return audit.objects.has(`${newest}${bagFiles.tagManifest}`);
}

/** Looks for records whose job has no folder. @param folders names of those that have one */
export async function auditRecords(audit: Audit, folders: ReadonlySet<string>): Promise<void> {
  const { objects: names } = await audit.list(destinationLayout.records);
  for (const name of names) {
    const folder = name.replace(/\.json$/u, '');
    if (folders.has(folder)) continue;
    const record = await readRecord(audit, idOfSafe(folder));
    if (record === undefined) continue;
    const path = destinationLayout.bag(record.jobId, record.version);
    const expected = `a bag with ${record.files} files, ${record.bytes} bytes, as ${destinationLayout.records}${name} says`;
    audit.tell({ kind: 'missing', path, expected });
  }
}

/** Where the bag itself is damaged, what follows from that isn't told again. */
function compare(audit: Audit, record: ArchiveRecord, bag: BagReading, place: string): void {
  if (bag.faults.length > 0) return;
  const path = destinationLayout.record(record.jobId).name;
  for (const name of ['sha256', 'files', 'bytes'] as const) {
    if (record[name] === bag[name]) continue;
    const expected = `${name} ${bag[name]} as ${place} has`;
    audit.tell({ kind: 'contradiction', path, expected, found: `${name} ${record[name]}` });
  }
}

async function readRecord(audit: Audit, jobId: string): Promise<ArchiveRecord | undefined> {
  const shape = destinationLayout.record(jobId);
  if (audit.isOther(shape.name)) return undefined;
  try {
    const record = await openDocumentFolder(audit.objects, '').find(shape);
    if (record === undefined) return undefined;
    if (record.jobId === jobId) {
      await audit.expectOf(record);
      return record;
    }
    const found = `that of ${record.jobId}`;
    audit.tell({
      kind: 'contradiction',
      path: shape.name,
      expected: `the record of ${jobId}`,
      found,
    });
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    audit.tell({ kind: 'unreadable', path: shape.name, found });
  }
  return undefined;
}
