/** Checks the studies of a destination: every version of each, the bags that it names, and its statistics. */
import { openDocumentFolder } from '../objects/index.ts';
import type { Audit } from './audit.ts';
import { bagFiles } from './bag-files.ts';
import { checkStatistics } from './check-statistics.ts';
import { crateFiles } from './crate-files.ts';
import { destinationLayout } from './destination-layout.ts';
import { readCrate } from './read-crate.ts';

/** Reads all versions of the study in one folder below `studies/`, and computes the statistics of each again. */
export async function auditStudy(audit: Audit, folder: string): Promise<void> {
  const prefix = `${destinationLayout.studies}${folder}/`;
  const versions = await audit.versionsBelow(prefix, crateFiles.manifest);
  for (const version of versions) {
    const place = `${prefix}v${version}/`;
    const { files, faults } = await readCrate(audit.objects, place, audit.reading);
    audit.tell(...faults);
    audit.count({ crates: 1, files });
    // Documents of a damaged crate would only say the same once more.
    if (faults.length > 0) continue;
    await auditLinks(audit, place);
    await auditStatistics(audit, place, version === versions.at(-1));
  }
  audit.count({ studies: 1 });
}

async function auditLinks(audit: Audit, place: string): Promise<void> {
  const crate = openDocumentFolder(audit.objects, place);
  for (const { bag } of (await crate.find(crateFiles.jobs)) ?? []) {
    if (await audit.objects.has(`${bag}${bagFiles.tagManifest}`)) continue;
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
