/** Checks the reports of a destination's passes by their records. */
import { z } from 'zod';
import { document, openDocumentFolder } from '../objects/index.ts';
import { passFolder } from './archive-layout.ts';
import type { ArchiveFault } from './archive-fault.ts';
import type { Audit } from './audit.ts';
import { foldersBelow, recordsBelow } from './audit-strangers.ts';
import { checkFiles, strangersInto } from './check-files.ts';
import { destinationLayout, reportFolder } from './destination-layout.ts';
import { walkObjects } from './walk-objects.ts';

/** What reports and their records say of themselves; earlier versions of doeflow named no archive. */
const ownerSchema = z.object({ archive: z.string().optional(), passTime: z.string() });
type Owner = z.output<typeof ownerSchema>;

/** The time of a pass, and the archive where an earlier version of doeflow didn't leave it out. */
const folderPattern = /^\d{4,}-\d\d-\d\dT\d\d-\d\d-\d\d(?:\.\d+)?Z(?:-.+)?$/u;

/** Reads and hashes what every pass wrote in its folder. Reports of earlier versions of doeflow have no record: they are counted in a note. */
export async function auditPasses(audit: Audit): Promise<void> {
  const folders = await foldersBelow(audit, destinationLayout.passes);
  const recorded = new Set(await recordsBelow(audit, destinationLayout.passRecords));
  let others = 0;
  for (const folder of folders) {
    if (!recorded.has(folder) && !(await tellStrayPass(audit, folder, recorded))) others += 1;
  }
  for (const folder of recorded) await auditPass(audit, folder);
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

/** True for a folder that is no pass's, or another's, which is told. */
async function tellStrayPass(
  audit: Audit,
  folder: string,
  recorded: ReadonlySet<string>,
): Promise<boolean> {
  const place = `${destinationLayout.passes}${folder}/`;
  const owner = await ownerOf(audit, `${place}report.json`);
  if (owner !== undefined ? isOwn(folder, owner) : folderPattern.test(folder)) return false;
  const own = owner === undefined ? undefined : foldersOf(owner).find((one) => recorded.has(one));
  const home = own === undefined ? undefined : `${destinationLayout.passes}${own}/`;
  if (home !== undefined && !(await audit.objects.has(`${home}report.json`))) {
    audit.moved(home, place);
  } else {
    const found = owner === undefined ? 'the folder of no pass' : 'the report of another pass';
    audit.tell({
      kind: 'added',
      path: place,
      found: home === undefined ? found : `a copy of ${home}`,
    });
  }
  return true;
}

/** Whose report or record a document is; undefined where it doesn't say it. */
async function ownerOf(audit: Audit, name: string): Promise<Owner | undefined> {
  try {
    return await openDocumentFolder(audit.objects, '').find(document(name, ownerSchema));
  } catch {
    // The folder is judged by its name then.
    return undefined;
  }
}

function isOwn(folder: string, owner: Owner): boolean {
  return foldersOf(owner).includes(folder);
}

/** As they are named, and as earlier versions of doeflow named them. */
function foldersOf({ archive, passTime }: Owner): readonly string[] {
  const early = passFolder(passTime);
  return archive === undefined ? [early] : [reportFolder({ archive, passTime }), early];
}

async function auditPass(audit: Audit, folder: string): Promise<void> {
  const shape = destinationLayout.passRecord(folder);
  const prefix = `${destinationLayout.passes}${folder}/`;
  if (audit.isMoved(prefix)) return;
  try {
    const record = await openDocumentFolder(audit.objects, '').find(shape);
    if (record !== undefined && !isOwn(folder, record)) {
      const found = `that of the pass ${record.passTime} of archive ${record.archive ?? ''}`;
      const expected = `the record of ${prefix}`;
      audit.tell({ kind: 'contradiction', path: shape.name, expected, found });
    }
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
