/** Checks the studies of a destination: every version of each, its record, the bags that it names, and its statistics. */
import { openDocumentFolder } from '../objects/index.ts';
import type { Audit } from './audit.ts';
import { wasReplaced } from './audit-jobs.ts';
import { bagFiles } from './bag-files.ts';
import { checkStatistics } from './check-statistics.ts';
import { crateFiles } from './crate-files.ts';
import { destinationLayout, type StudyRecord } from './destination-layout.ts';
import { digestOfText } from './hash-chunks.ts';
import { readCrate } from './read-crate.ts';
import { idOfSafe } from './safe-names.ts';

/** Reads all versions of the study in one folder below `studies/`, and computes the statistics of each again. */
export async function auditStudy(audit: Audit, folder: string): Promise<void> {
  const prefix = `${destinationLayout.studies}${folder}/`;
  const record = await readRecord(audit, folder);
  const studyId = record?.studyId ?? idOfSafe(folder);
  const needed = record?.versions.map(({ version }) => version) ?? [];
  const versions = await audit.versionsBelow(prefix, crateFiles.manifest, needed);
  for (const version of versions) {
    const place = `${prefix}v${version}/`;
    const { files, faults } = await readCrate(audit.objects, place, audit.reading);
    audit.tell(...faults);
    audit.count({ crates: 1, files });
    // Documents of a damaged crate would only say the same once more.
    if (faults.length > 0) continue;
    await compare(audit, record, version, place);
    await auditLinks(audit, place);
    await auditStatistics(audit, place, version === versions.at(-1));
  }
  // What is missing of it was told.
  if (versions.length > 0 || needed.length > 0) audit.foundStudy(studyId);
  noteRunsAgain(audit, record);
  audit.count({ studies: 1 });
}

/** Looks for studies whose crates are lost: by their own records, and by those of their jobs. @param folders names of those that have one */
export async function auditLostStudies(audit: Audit, folders: ReadonlySet<string>): Promise<void> {
  const { objects: names } = await audit.list(destinationLayout.studyRecords);
  for (const name of names) {
    const folder = name.replace(/\.json$/u, '');
    if (folders.has(folder)) continue;
    const record = await readRecord(audit, folder);
    if (record === undefined) continue;
    audit.foundStudy(record.studyId);
    noteRunsAgain(audit, record);
    for (const { version } of record.versions) {
      const path = destinationLayout.crate(record.studyId, version);
      const expected = `a crate, as ${destinationLayout.studyRecords}${name} says`;
      audit.tell({ kind: 'missing', path, expected });
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
  const recorded = record?.versions.find((one) => one.version === version);
  if (recorded === undefined) {
    audit.note(
      `${place} is not recorded in ${destinationLayout.studyRecords}: an earlier version of doeflow wrote it, or its pass was interrupted`,
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

async function readRecord(audit: Audit, folder: string): Promise<StudyRecord | undefined> {
  const name = `${destinationLayout.studyRecords}${folder}.json`;
  const shape = { ...destinationLayout.studyRecord(''), name };
  if (audit.isOther(shape.name)) return undefined;
  try {
    return await openDocumentFolder(audit.objects, '').find(shape);
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    audit.tell({ kind: 'unreadable', path: shape.name, found });
    return undefined;
  }
}

async function auditLinks(audit: Audit, place: string): Promise<void> {
  const crate = openDocumentFolder(audit.objects, place);
  for (const { bag } of (await crate.find(crateFiles.jobs)) ?? []) {
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
