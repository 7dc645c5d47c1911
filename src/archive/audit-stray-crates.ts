/** Finds whole crates that lie where they don't belong. */
import { ResultError } from '../errors.ts';
import { openDocumentFolder } from '../objects/index.ts';
import { layout } from '../store/index.ts';
import type { Audit } from './audit.ts';
import { destinationLayout, type StudyRecord } from './destination-layout.ts';
import { crateManifestHash } from './read-crate.ts';
import { idOfSafe, safeId } from './safe-names.ts';

/** The record of the study that has this folder below `studies/`; one that can't be read or is another study's is told, and is none. */
export async function readStudyRecord(
  audit: Audit,
  folder: string,
): Promise<StudyRecord | undefined> {
  const name = `${destinationLayout.studyRecords}${folder}.json`;
  if (audit.isOther(name)) return undefined;
  try {
    const shape = { ...destinationLayout.studyRecord(''), name };
    const record = await openDocumentFolder(audit.objects, '').find(shape);
    if (record === undefined) return undefined;
    if (destinationLayout.studyRecord(record.studyId).name === name) return record;
    const expected = `the record of ${idOfSafe(folder)}`;
    audit.tell({ kind: 'contradiction', path: name, expected, found: `that of ${record.studyId}` });
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    audit.tell({ kind: 'unreadable', path: name, found });
  }
  return undefined;
}

/** True for a whole crate of another study, or one that is there twice or isn't in its place: that is told. @param record of the study whose folder it is */
export async function tellStrayCrate(
  audit: Audit,
  { folder, version }: { readonly folder: string; readonly version: number },
  record: StudyRecord | undefined,
): Promise<boolean> {
  if (record?.versions.some((one) => one.version === version) === true) return false;
  const place = `${destinationLayout.studies}${folder}/v${version}/`;
  const owner = (await studyOf(audit, place)) ?? idOfSafe(folder);
  const isForeign = safeId(owner) !== folder;
  const ownRecord = isForeign ? await readStudyRecord(audit, safeId(owner)) : record;
  const seal = await crateManifestHash(audit.objects, place);
  const recorded = ownRecord?.versions.find((one) => one.sha256 === seal);
  if (!isForeign && recorded === undefined) return false;
  const home = destinationLayout.crate(owner, recorded?.version ?? version);
  const sealAtHome = await crateManifestHash(audit.objects, home);
  if (sealAtHome === undefined && recorded !== undefined) audit.moved(home, place);
  else {
    const found = sealAtHome === seal ? `a copy of ${home}` : `a crate of the study ${owner}`;
    audit.tell({ kind: 'added', path: place, found });
  }
  return true;
}

/** The study that a crate says to be of; undefined where it can't be read. */
async function studyOf(audit: Audit, place: string): Promise<string | undefined> {
  try {
    return (await openDocumentFolder(audit.objects, place).find(layout.snapshot))?.studyId;
  } catch (error) {
    if (error instanceof ResultError) return undefined;
    throw error;
  }
}
