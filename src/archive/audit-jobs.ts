/** Checks the jobs of a destination: every version of each, and its record. */
import { describeFault, type ArchiveFault } from './archive-fault.ts';
import type { Audit } from './audit.ts';
import { readRecord } from './audit-record.ts';
import { hasEnded, tellStray } from './audit-unrecorded.ts';
import { versionsBelow } from './audit-versions.ts';
import { bagFiles } from './bag-files.ts';
import { destinationLayout, type ArchiveRecord } from './destination-layout.ts';
import { readBag, type BagReading } from './read-bag.ts';

/** Reads all versions of the job in one folder below `jobs/`, and compares the newest with its record. */
export async function auditJob(audit: Audit, folder: string): Promise<void> {
  const prefix = `${destinationLayout.jobs}${folder}/`;
  const record = await readRecord(audit, folder);
  const needed = record === undefined ? [] : [record.version];
  const versions = await versionsBelow(audit, prefix, bagFiles.tagManifest, needed);
  const replaced = new Map<string, readonly ArchiveFault[]>();
  const seen = new Map<string, string>();
  let newest: { readonly version: number; readonly bag: BagReading } | undefined;
  let newestIsWhole = false;
  for (const version of versions) {
    const place = `${prefix}v${version}/`;
    const bag = await readBag(audit.objects, place, audit.reading);
    const isReplaced = record?.replaced?.includes(version) === true;
    if (isReplaced) replaced.set(place, bag.faults);
    else audit.tell(...bag.faults);
    const isWhole = bag.faults.length === 0;
    if (record?.version === version) {
      newestIsWhole = isWhole;
      compare(audit, record, bag, place);
    } else if (isWhole && !isReplaced) {
      if (await tellStray(audit, { folder, version, bag }, record, seen)) continue;
    }
    if (!isReplaced) seen.set(bag.sha256, place);
    newest = { version, bag };
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
  if (newest !== undefined) await auditUnrecorded(audit, folder, newest, record);
  // A folder with nothing of a job in it was told, and is none.
  if (newest !== undefined || record !== undefined) audit.count({ jobs: 1 });
}

/** A bag that was sealed just before its pass was interrupted has no record yet: the next pass writes it. Any other has lost its own. */
async function auditUnrecorded(
  audit: Audit,
  folder: string,
  { version, bag }: { readonly version: number; readonly bag: BagReading },
  record: ArchiveRecord | undefined,
): Promise<void> {
  if (record !== undefined && version <= record.version) return;
  const place = `${destinationLayout.jobs}${folder}/v${version}`;
  if (record !== undefined) {
    audit.note(`${place} is newer than its record: a pass was interrupted after it`);
  } else if (bag.pass === undefined || (await hasEnded(audit, bag))) {
    const path = `${destinationLayout.records}${folder}.json`;
    audit.tell({ kind: 'missing', path, expected: `the record of ${place}` });
  } else {
    const { archive, passTime } = bag.pass;
    audit.note(
      `${place} has no record yet: the pass ${passTime} of archive ${archive} is under way, or was interrupted after it; the next pass records it`,
    );
  }
}

/** True for a bag that was replaced as it was damaged, and removed since, where the one in its place is there. */
export async function wasReplaced(audit: Audit, bag: string): Promise<boolean> {
  const [, folder = '', version] = /^jobs\/([^/]+)\/v(\d+)\/$/u.exec(bag) ?? [];
  if (version === undefined) return false;
  const record = await readRecord(audit, folder);
  if (record?.replaced?.includes(Number(version)) !== true) return false;
  const newest = destinationLayout.bag(record.jobId, record.version);
  return audit.objects.has(`${newest}${bagFiles.tagManifest}`);
}

/** Looks for records whose job has no folder. @param names of the records @param folders names of those that have one */
export async function auditRecords(
  audit: Audit,
  names: readonly string[],
  folders: ReadonlySet<string>,
): Promise<void> {
  for (const name of names) {
    if (folders.has(name)) continue;
    const record = await readRecord(audit, name);
    if (record === undefined) continue;
    audit.lost(
      destinationLayout.bag(record.jobId, record.version),
      `a bag with ${record.files} files, ${record.bytes} bytes, as ${destinationLayout.records}${name}.json says`,
    );
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
