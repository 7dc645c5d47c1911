/** Judges whole bags that no record names: left by a pass that was interrupted, copied, or moved to where they are. */
import type { Audit } from './audit.ts';
import { readRecord } from './audit-record.ts';
import { bagFiles } from './bag-files.ts';
import { destinationLayout, type ArchiveRecord } from './destination-layout.ts';
import { hasReport } from './has-report.ts';
import { digestOfText } from './hash-chunks.ts';
import type { BagReading } from './read-bag.ts';
import { idOfSafe, safeId } from './safe-names.ts';

/** A whole bag and where it was found. */
export interface FoundBag {
  /** Name of the folder below `jobs/`. */
  readonly folder: string;
  readonly version: number;
  readonly bag: BagReading;
}

/**
 * True for a bag that doesn't belong where it is, which is told: another job's, one that is there twice, or one whose pass has ended
 * without a record of it. Passes record each bag before they end.
 * @param record of the job whose folder it is
 * @param seen places of the job's other bags that were read, by the hash of their seals
 */
export async function tellStray(
  audit: Audit,
  found: FoundBag,
  record: ArchiveRecord | undefined,
  seen: ReadonlyMap<string, string>,
): Promise<boolean> {
  const { folder, version, bag } = found;
  const place = `${destinationLayout.jobs}${folder}/v${version}/`;
  const owner = bag.jobId ?? idOfSafe(folder);
  const isForeign = bag.jobId !== undefined && safeId(owner) !== folder;
  const ownRecord = isForeign ? await readRecord(audit, safeId(owner)) : record;
  const isRecorded = ownRecord?.sha256 === bag.sha256;
  const twin = seen.get(bag.sha256);
  if (!isForeign && !isRecorded && twin === undefined) {
    if (record === undefined || version < record.version || !(await hasEnded(audit, bag))) {
      return false;
    }
    const why = 'no record names this bag, though the pass that it says to be of has ended';
    audit.tell({ kind: 'added', path: place, found: why });
    return true;
  }
  const home = twin ?? destinationLayout.bag(owner, isRecorded ? ownRecord.version : version);
  const seal = await sealAt(audit, home);
  if (seal === undefined && ownRecord !== undefined && version <= ownRecord.version) {
    audit.moved(home, place);
  } else if (seal === undefined && isRecorded) audit.moved(home, place);
  else {
    const what = seal === bag.sha256 ? `a copy of ${home}` : `a bag of the job ${owner}`;
    audit.tell({ kind: 'added', path: place, found: what });
  }
  return true;
}

/** True where the pass that the bag says to be of has left its report in the destination. */
export async function hasEnded(audit: Audit, { pass }: BagReading): Promise<boolean> {
  return pass !== undefined && (await hasReport(audit.objects, pass));
}

async function sealAt(audit: Audit, place: string): Promise<string | undefined> {
  const seal = await audit.objects.get(`${place}${bagFiles.tagManifest}`);
  return seal === undefined ? undefined : digestOfText(seal.bytes.toString('utf8')).sha256;
}
