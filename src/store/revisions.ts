/** The files of a study as they were mended since it was started, all kept beside each other: runs that have ended keep theirs. */
import type { DocumentFolder } from '../objects/index.ts';
import { firstRevision } from '../run/first-revision.ts';
import type { AskedAgain } from '../run/not-done-anew.ts';
import { layout } from './layout.ts';
import type {
  Amendment,
  FileChange,
  KeptFiles,
  StudyRevision,
  StudySnapshot,
} from './schemas/snapshot.ts';

/** All revisions after the first, the oldest first; none for a study whose files were never mended. */
export async function readRevisions(
  folder: Pick<DocumentFolder, 'list' | 'read'>,
): Promise<readonly StudyRevision[]> {
  const { objects } = await folder.list(layout.allRevisions);
  const numbers = objects
    .flatMap((name) => /^(\d+)\.json$/u.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
  return Promise.all(numbers.map((number) => folder.read(layout.revision(number))));
}

/** The newest revision by which the study itself was amended; undefined for a study that is as it was started. */
export async function findAmended(
  folder: Pick<DocumentFolder, 'list' | 'read'>,
): Promise<AmendedRevision | undefined> {
  return (await readRevisions(folder)).findLast(isAmended);
}

/** A revision by which the study itself was amended. */
export type AmendedRevision = StudyRevision & { readonly amendment: Amendment };

/** Whether the study itself was amended by a revision, and not only the files that its failed runs run again with. */
export function isAmended(revision: StudyRevision): revision is AmendedRevision {
  return revision.amendment !== undefined;
}

/** The runs that had ended, and that amendments have run again; each with the revisions that say so, the oldest first. */
export async function readAskedAgain(
  folder: Pick<DocumentFolder, 'list' | 'read'>,
): Promise<AskedAgain> {
  const asked = new Map<number, readonly number[]>();
  for (const { revision, runs } of (await readRevisions(folder)).filter(isAmended)) {
    for (const run of runs === 'failed' ? [] : runs) {
      asked.set(run, [...(asked.get(run) ?? []), revision]);
    }
  }
  return asked;
}

/** Such as `revision 2 by ann at 2026-03-01T12:00:00.000Z (more points): runs: 20 -> 24`. */
export function amendmentWords({
  revision,
  createdAt,
  amendment: { by, why, changes },
}: Pick<AmendedRevision, 'revision' | 'createdAt' | 'amendment'>): string {
  const reason = why === undefined ? '' : ` (${why})`;
  return `revision ${revision} by ${by} at ${createdAt}${reason}: ${changes.join('; ')}`;
}

/** The study's snapshot with the files, and the hash of the plan, of a revision in place of its own; without one as it is. */
export async function snapshotAt(
  folder: Pick<DocumentFolder, 'read'>,
  snapshot: StudySnapshot,
  revision: number | undefined,
): Promise<StudySnapshot> {
  if (revision === undefined || revision === firstRevision) return snapshot;
  const found = await folder.read(layout.revision(revision));
  const { studyFile, files, amendment } = found;
  const { planHash = snapshot.planHash } = found;
  const source = amendment?.source ?? snapshot.source;
  return { ...snapshot, planHash, studyFile, files, ...(source === undefined ? {} : { source }) };
}

/** What differs, the study file first, then in the order of the files. */
export function compareFiles(before: KeptFiles, after: KeptFiles): readonly FileChange[] {
  const old = new Map(before.files.map(({ path, sha256 }) => [path, sha256]));
  const now = new Map(after.files.map(({ path, sha256 }) => [path, sha256]));
  const paths = [...new Set([...old.keys(), ...now.keys()])];
  return [
    changeOf(after.studyFile.name, before.studyFile.sha256, after.studyFile.sha256),
    ...paths.map((path) => changeOf(path, old.get(path), now.get(path))),
  ].flatMap((change) => change ?? []);
}

/** How one file differs; undefined where it doesn't. */
export function changeOf(
  path: string,
  before: string | undefined,
  after: string | undefined,
): FileChange | undefined {
  if (before === after) return undefined;
  if (before === undefined) return { path, change: 'new', after };
  if (after === undefined) return { path, change: 'missing', before };
  return { path, change: 'changed', before, after };
}

/** Such as `solve.sh changed (1a2b3c4d to 9f8e7d6c)`, with the beginning of each SHA-256. */
export function describeChange({ path, change, before, after }: FileChange): string {
  const hashes = [before, after].flatMap((sha256) => sha256?.slice(0, 8) ?? []).join(' to ');
  return `${path} ${change === 'changed' ? 'changed' : `is ${change}`} (${hashes})`;
}

/**
 * Keeps mended files, whose contents are in the store already, as the study's next revision; files that are equal to those of the newest are
 * that one, so that a command that is given again makes no further.
 * @returns the number of the revision that has these files
 */
export async function keepRevision(
  folder: DocumentFolder,
  snapshot: StudySnapshot,
  { studyFile, files }: KeptFiles,
  facts: Pick<StudyRevision, 'createdAt' | 'engineVersion' | 'runs' | 'planHash'>,
): Promise<number> {
  for (;;) {
    const newest = (await readRevisions(folder)).at(-1);
    const before = newest?.revision ?? firstRevision;
    const changes = [...compareFiles(newest ?? snapshot, { studyFile, files })];
    if (changes.length === 0) return before;
    const revision = before + 1;
    const kept: StudyRevision = {
      ...{ formatVersion: 1, revision, ...facts, studyFile, files, changes },
    };
    // Another command may have kept its own meanwhile.
    if (await folder.create(layout.revision(revision), kept)) return revision;
  }
}

/**
 * Keeps an amendment, whose contents are in the store already, as the revision after `before`: from then on the study is what it says.
 * @returns false where another command kept one meanwhile: nothing was amended then
 */
export function createAmendment(
  folder: Pick<DocumentFolder, 'create'>,
  before: KeptFiles & { readonly revision: number },
  amended: KeptFiles & Omit<AmendedRevision, 'formatVersion' | 'revision' | 'changes'>,
): Promise<boolean> {
  const revision = before.revision + 1;
  const changes = [...compareFiles(before, amended)];
  return folder.create(layout.revision(revision), {
    ...{ formatVersion: 1, revision, ...amended, changes },
  });
}
