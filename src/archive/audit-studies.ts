/** Checks the studies of a destination: every version of each, its record, the bags that it names, and its statistics. */
import { openDocumentFolder } from '../objects/index.ts';
import type { Audit } from './audit.ts';
import { wasReplaced } from './audit-jobs.ts';
import { versionsBelow } from './audit-versions.ts';
import { bagFiles } from './bag-files.ts';
import { readStudyRecord, tellStrayCrate } from './audit-stray-crates.ts';
import { checkStatistics } from './check-statistics.ts';
import { crateFiles } from './crate-files.ts';
import { destinationLayout, type StudyRecord } from './destination-layout.ts';
import { digestOfText } from './hash-chunks.ts';
import { readCrate } from './read-crate.ts';
import { idOfSafe } from './safe-names.ts';

/** Reads all versions of the study in one folder below `studies/`, and computes the statistics of each again. */
export async function auditStudy(audit: Audit, folder: string): Promise<void> {
  const prefix = `${destinationLayout.studies}${folder}/`;
  const record = await readStudyRecord(audit, folder);
  const studyId = record?.studyId ?? idOfSafe(folder);
  const needed = record?.versions.map(({ version }) => version) ?? [];
  const versions = await versionsBelow(audit, prefix, crateFiles.manifest, needed);
  let crates = 0;
  for (const version of versions) {
    const place = `${prefix}v${version}/`;
    const { files, faults } = await readCrate(audit.objects, place, audit.reading);
    audit.tell(...faults);
    const isWhole = faults.length === 0;
    if (isWhole && (await tellStrayCrate(audit, { folder, version }, record))) continue;
    crates += 1;
    audit.count({ crates: 1, files });
    // Documents of a damaged crate would only say the same once more.
    if (!isWhole) continue;
    await compare(audit, record, version, place);
    await auditLinks(audit, place);
    await auditStatistics(audit, place, version === versions.at(-1));
  }
  noteRunsAgain(audit, record);
  if (record === undefined && crates > 0) tellUnrecorded(audit, folder, studyId);
  if (crates === 0 && needed.length === 0) return;
  // What is missing of it was told.
  audit.foundStudy(studyId);
  audit.count({ studies: 1 });
}

/**
 * Looks for studies whose crates are lost: by their own records, and by those of their jobs.
 * @param names of the records of studies @param folders names of those that have one
 */
export async function auditLostStudies(
  audit: Audit,
  names: readonly string[],
  folders: ReadonlySet<string>,
): Promise<void> {
  for (const name of names) {
    if (folders.has(name)) continue;
    const record = await readStudyRecord(audit, name);
    if (record === undefined) continue;
    audit.foundStudy(record.studyId);
    noteRunsAgain(audit, record);
    for (const { version } of record.versions) {
      const expected = `a crate, as ${destinationLayout.studyRecords}${name}.json says`;
      audit.lost(destinationLayout.crate(record.studyId, version), expected);
    }
  }
  for (const [studyId, { job, wasClosed }] of audit.lostStudies()) {
    const path = destinationLayout.study(studyId);
    if (wasClosed) {
      const expected = `a finished crate of the study that ${job} names, whose pass has ended`;
      audit.tell({ kind: 'missing', path, expected });
    } else audit.note(`${path} has no finished crate: the pass that archived ${job} has not ended`);
  }
}

/** Whole crates of a study without any record: left by a pass that was interrupted, unless a pass that archived jobs of the study has ended, as it records crates before. */
function tellUnrecorded(audit: Audit, folder: string, studyId: string): void {
  const expected = audit.lostStudies().get(studyId);
  if (expected?.wasClosed === true) {
    audit.tell({
      ...{ kind: 'missing', path: `${destinationLayout.studyRecords}${folder}.json` },
      expected: `the record of the study that ${expected.job} names, whose pass has ended`,
    });
  } else {
    audit.note(
      `${destinationLayout.studies}${folder}/ is not recorded in ${destinationLayout.studyRecords}: its pass was interrupted, and the next one records it`,
    );
  }
}

/** A study that was resumed is no loss. */
function noteRunsAgain(audit: Audit, record: StudyRecord | undefined): void {
  if (record?.runsAgain === undefined) return;
  const { studyId, versions, runsAgain } = record;
  audit.foundStudy(studyId);
  audit.note(
    `${destinationLayout.study(studyId)} has no ${versions.length === 0 ? '' : 'newer '}crate: the study ran again when the pass ${runsAgain} came to it; a pass after its end writes one`,
  );
}

async function compare(
  audit: Audit,
  record: StudyRecord | undefined,
  version: number,
  place: string,
): Promise<void> {
  if (record === undefined) return;
  const recorded = record.versions.find((one) => one.version === version);
  if (recorded === undefined) {
    audit.note(
      `${place} is not recorded in ${destinationLayout.studyRecords}: its pass was interrupted`,
    );
    return;
  }
  const path = `${place}${crateFiles.manifest}`;
  const text = (await audit.objects.get(path))?.bytes.toString('utf8') ?? '';
  const { sha256 } = digestOfText(text);
  if (sha256 === recorded.sha256) return;
  const [expected, found] = [`sha256 ${recorded.sha256} as recorded`, `sha256 ${sha256}`];
  audit.tell({ kind: 'changed', path, expected, found });
}

async function auditLinks(audit: Audit, place: string): Promise<void> {
  const crate = openDocumentFolder(audit.objects, place);
  for (const { bag } of (await crate.find(crateFiles.jobs)) ?? []) {
    if (audit.isMoved(bag)) continue;
    if (await audit.objects.has(`${bag}${bagFiles.tagManifest}`)) continue;
    if (await wasReplaced(audit, bag)) {
      audit.note(`${bag}, which ${place} names, was damaged, replaced and removed`);
      continue;
    }
    const expected = `a bag that ${place}${crateFiles.jobs.name} names`;
    audit.tell({ kind: 'missing', path: bag, expected });
  }
}

async function auditStatistics(audit: Audit, place: string, isNewest: boolean): Promise<void> {
  const { faults, note } = await checkStatistics(audit.objects, place);
  audit.tell(...faults);
  if (note !== undefined) audit.note(note);
  else if (isNewest) audit.count({ statistics: 1 });
}
