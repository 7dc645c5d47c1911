/** Checks the reports of a destination's passes by their records. */
import { openDocumentFolder } from '../objects/index.ts';
import type { Audit } from './audit.ts';
import { checkFiles, strangersInto } from './check-files.ts';
import { destinationLayout } from './destination-layout.ts';
import type { ArchiveFault } from './archive-fault.ts';
import { walkObjects } from './walk-objects.ts';

/** Reads and hashes what every pass wrote in its folder. Reports of earlier versions of doeflow have no record: they are counted in a note. */
export async function auditPasses(audit: Audit): Promise<void> {
  const { folders } = await audit.list(destinationLayout.passes);
  const { objects: records } = await audit.list(destinationLayout.passRecords);
  const recorded = new Set(records.map((name) => name.replace(/\.json$/u, '')));
  for (const folder of recorded) await auditPass(audit, folder);
  const others = folders.filter((folder) => !recorded.has(folder)).length;
  if (others > 0) {
    audit.note(
      `${others} of ${folders.length} passes have no record in ${destinationLayout.passRecords}: an earlier version of doeflow wrote their reports, or they were interrupted. They are not checked`,
    );
  }
  for (const { archive, passTime } of audit.passesWithoutReport()) {
    audit.note(
      `The pass ${passTime} of archive ${archive}, which records of jobs name, has no report in ${destinationLayout.passes}: it is under way or was interrupted, or an earlier version of doeflow put the report of another archive in its place`,
    );
  }
}

async function auditPass(audit: Audit, folder: string): Promise<void> {
  const shape = destinationLayout.passRecord(folder);
  const prefix = `${destinationLayout.passes}${folder}/`;
  try {
    const record = await openDocumentFolder(audit.objects, '').find(shape);
    const hashes = Object.entries(record?.files ?? {});
    const expected = new Map(hashes.map(([name, sha256]) => [name, { sha256 }]));
    const present = new Set<string>();
    const strangers: ArchiveFault[] = [];
    const tell = strangersInto(strangers, prefix, audit.reading);
    for await (const path of walkObjects(audit.objects, prefix, tell)) present.add(path);
    const { files, faults } = await checkFiles(
      ...([audit.objects, prefix, expected, present, audit.reading] as const),
    );
    audit.tell(...strangers, ...faults);
    audit.count({ passes: 1, files });
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    audit.tell({ kind: 'unreadable', path: shape.name, found });
  }
}
