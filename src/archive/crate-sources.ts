/** Where the files of a study's crate come from. */
import { createReadStream } from 'node:fs';
import type { Chunks } from '../files/index.ts';
import { walkFolders } from '../objects/index.ts';
import {
  layout,
  readRevisions,
  type KeptFiles,
  type Store,
  type StudyRevision,
  type StudySnapshot,
} from '../store/index.ts';
import {
  crateFiles,
  studyFileRole,
  type CrateJobs,
  type CrateRevisionFiles,
  type CrateStudyFiles,
} from './crate-files.ts';
import { safePaths } from './safe-names.ts';

/** A file that a crate is to hold. */
export interface CrateSource {
  /** Below the crate; made of safe names. */
  readonly path: string;
  /** Its true name. */
  readonly name: string;
  read(): Promise<Chunks>;
}

/** All that the store keeps of the study, its own files by their paths, as it was started and as they were mended, and the list of its jobs; sorted. */
export async function crateSources(
  store: Store,
  snapshot: StudySnapshot,
  jobs: CrateJobs,
): Promise<readonly CrateSource[]> {
  const folder = store.study(snapshot.studyId);
  const names: string[] = [];
  for await (const name of walkFolders((prefix) => folder.list({ prefix }))) {
    if (name !== layout.starting.name) names.push(name);
  }
  const kept = [...safePaths(names)].map(([name, path]) => ({
    path,
    name,
    read: () => folder.readStream({ name }),
  }));
  const studyFiles = placeStudyFiles(snapshot);
  const revisionFiles = placeRevisionFiles(await readRevisions(folder), studyFiles);
  const places = new Map([...studyFiles, ...revisionFiles].map((file) => [file.at, file]));
  const own = [...places.values()].map(({ path, at, sha256 }) => ({
    path: at,
    name: path,
    read: async () => createReadStream(await store.localFile(sha256)),
  }));
  const documents = [
    [crateFiles.studyFiles.name, crateFiles.studyFiles.encode(studyFiles)],
    [crateFiles.jobs.name, crateFiles.jobs.encode(jobs)],
    ...(revisionFiles.length === 0
      ? []
      : [[crateFiles.revisionFiles.name, crateFiles.revisionFiles.encode(revisionFiles)] as const]),
  ] as const;
  return [
    ...kept,
    ...own,
    ...documents.map(([name, text]) => ({
      path: name,
      name,
      read: () => Promise.resolve([text]),
    })),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function placeStudyFiles(kept: KeptFiles): CrateStudyFiles {
  const all = filesOf(kept);
  // One file may be written in two ways, such as `a` and `./a`: each has its own place.
  const places = safePaths(all.map(({ path }) => path));
  const seen = new Set<string>();
  return all.flatMap((file) => {
    if (seen.has(file.path)) return [];
    seen.add(file.path);
    return [{ ...file, at: `${crateFiles.studyFilesFolder}${places.get(file.path) ?? ''}` }];
  });
}

/** A file that is equal to an earlier one has the place of that: each content is kept once. */
function placeRevisionFiles(
  revisions: readonly StudyRevision[],
  studyFiles: CrateStudyFiles,
): CrateRevisionFiles {
  const placed = new Map(studyFiles.map(({ sha256, at }) => [sha256, at]));
  return revisions.flatMap((one) => {
    const { revision } = one;
    const all = filesOf(one);
    const names = safePaths(all.map(({ path }) => path));
    return all.map((file) => {
      const own = `${crateFiles.revisionFilesFolder}${revision}/${names.get(file.path) ?? ''}`;
      const at = placed.get(file.sha256) ?? own;
      placed.set(file.sha256, at);
      return { ...file, at, revision };
    });
  });
}

function filesOf({ studyFile, files }: KeptFiles): Omit<CrateStudyFiles[number], 'at'>[] {
  return [
    { path: studyFile.name, role: studyFileRole, sha256: studyFile.sha256 },
    ...files.map(({ path, role, sha256 }) => ({ path, role, sha256 })),
  ];
}
