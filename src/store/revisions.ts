/** The files of a study as they were mended since it was started, all kept beside each other: runs that have ended keep theirs. */
import type { DocumentFolder } from '../objects/index.ts';
import { firstRevision } from '../run/revision-of.ts';
import { layout } from './layout.ts';
import type { FileChange, KeptFiles, StudyRevision, StudySnapshot } from './schemas/snapshot.ts';

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

/** The study's snapshot with the files of a revision in place of its own; without one as it is. */
export async function snapshotAt(
  folder: Pick<DocumentFolder, 'read'>,
  snapshot: StudySnapshot,
  revision: number | undefined,
): Promise<StudySnapshot> {
  if (revision === undefined || revision === firstRevision) return snapshot;
  const { studyFile, files } = await folder.read(layout.revision(revision));
  return { ...snapshot, studyFile, files };
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
