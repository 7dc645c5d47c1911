/** Makes a runnable folder of an archived study. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError, ResultError, UsageError } from '../errors.ts';
import { fileSink, isSafePath, makeFolder, partPath, renameDurably } from '../files/index.ts';
import { openDocumentFolder, type ObjectStore } from '../objects/index.ts';
import { layout, type StudySnapshot } from '../store/index.ts';
import { planHash, readStudy } from '../study-file/index.ts';
import { crateFiles, studyFileRole, type CrateRevisionFiles } from './crate-files.ts';
import { hashChunks } from './hash-chunks.ts';
import { placeStudyFiles, type PlacedFile } from './place-study-files.ts';
import { newestCrate } from './read-crate.ts';

/** What was restored. */
export interface RestoredStudy {
  readonly studyId: string;
  readonly folder: string;
  /** Path of the study file, to be run. */
  readonly studyFile: string;
  readonly files: number;
  readonly bytes: number;
  /** Equal to the archived one. */
  readonly planHash: string;
  /** Folders, relative to `folder`, with the study as it was after its files were mended. */
  readonly revisions: readonly { readonly revision: number; readonly folder: string }[];
}

/**
 * Writes the study file and all that it names into `folder`, which appears whole or not at all.
 * @param folder absolute; must not be there, or be empty
 * @throws UsageError when there is no such study, or the folder is in use
 * @throws ResultError RESULT_ARCHIVE when a file, or the plan, isn't the archived one
 */
export async function restoreStudy(
  objects: ObjectStore,
  studyId: string,
  folder: string,
): Promise<RestoredStudy> {
  const prefix = await newestCrate(objects, studyId);
  const crate = openDocumentFolder(objects, prefix);
  const snapshot = await crate.read(layout.snapshot);
  const placed = placeStudyFiles(snapshot.studyName, await crate.read(crateFiles.studyFiles));
  const studyFile = placed.find(({ file }) => file.role === studyFileRole);
  if (studyFile === undefined)
    throw damaged(`${prefix}${crateFiles.studyFiles.name}`, 'no study file');
  await requireFree(folder);
  const aside = partPath(folder);
  try {
    await makeAside(aside, folder);
    let bytes = 0;
    for (const one of placed) bytes += await copyOut(objects, prefix, one, aside);
    const mended = placeRevisions(
      snapshot.studyName,
      await crate.find(crateFiles.revisionFiles),
      placed,
    );
    for (const one of mended.flatMap(({ files }) => files))
      bytes += await copyOut(objects, prefix, one, aside);
    const hash = await hashOfPlan(join(aside, studyFile.target), aside, snapshot);
    await requireFree(folder);
    await renameDurably(aside, folder);
    return {
      studyId,
      folder,
      studyFile: join(folder, studyFile.target),
      files: placed.length + mended.reduce((sum, { files }) => sum + files.length, 0),
      bytes,
      planHash: hash,
      revisions: mended.map(({ revision, folder: at }) => ({ revision, folder: at })),
    };
  } catch (error) {
    throw inItsPlace(error, aside, folder);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** What went wrong, told with the folder that was asked for: the one aside is gone when it is read. */
function inItsPlace(error: unknown, aside: string, folder: string): unknown {
  if (!(error instanceof Error) || !error.message.includes(aside)) return error;
  const what = error.message.replaceAll(aside, folder);
  const hint = error instanceof EngineError ? error.hint : undefined;
  return new ResultError('RESULT_ARCHIVE', `Nothing was restored, as it failed: ${what}`, {
    hint:
      hint?.replaceAll(aside, folder) ?? 'doeflow archive verify says whether the archive is whole',
  });
}

interface PlacedRevision {
  readonly revision: number;
  readonly folder: string;
  readonly files: readonly PlacedFile[];
}

/** Each revision in a folder of its own, beside the files that the study was started with. */
function placeRevisions(
  name: string,
  all: CrateRevisionFiles | undefined,
  placed: readonly PlacedFile[],
): readonly PlacedRevision[] {
  const isTaken = (folder: string): boolean =>
    placed.some(({ target }) => target === folder || target.startsWith(`${folder}/`));
  return [...new Set(all?.map(({ revision }) => revision))].map((revision) => {
    let folder = `revision-${revision}`;
    while (isTaken(folder)) folder += '_';
    const own = (all ?? []).filter((file) => file.revision === revision);
    const files = placeStudyFiles(name, own).map(({ file, target }) => ({
      file,
      target: `${folder}/${target}`,
    }));
    return { revision, folder, files };
  });
}

async function copyOut(
  objects: ObjectStore,
  prefix: string,
  { file, target }: PlacedFile,
  folder: string,
): Promise<number> {
  const key = `${prefix}${file.at}`;
  // What lies in the archive may have been written by somebody else.
  if (!isSafePath(file.at)) throw damaged(key, 'a place outside of the study');
  const hashing = hashChunks(await objects.read(key));
  await fileSink(join(folder, target))(hashing.chunks);
  const { bytes, sha256 } = hashing.digest();
  if (sha256 === file.sha256) return bytes;
  throw damaged(key, `sha256 ${sha256} instead of ${file.sha256}`);
}

/** The plan hash of the restored study. @throws ResultError unless it is the archived one */
async function hashOfPlan(file: string, folder: string, snapshot: StudySnapshot): Promise<string> {
  // A study that names files above its own folder has them in the restored one.
  const hash = await planHash(
    await readStudy(file, { allowOutside: [folder] }, snapshot.designRules ?? 1),
  );
  if (hash === snapshot.planHash) return hash;
  throw new ResultError(
    'RESULT_ARCHIVE',
    `The restored study has the plan hash ${hash}, the archived one has ${snapshot.planHash}`,
    {
      hint: `nothing was restored. All files are as archived, so this version reads them otherwise: use doeflow ${snapshot.engineVersion}, which ran it`,
    },
  );
}

/** Nothing is ever overwritten. */
async function requireFree(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'ENOTDIR') throw notMakeable(folder, error);
    throw error;
  });
  if (names.length === 0) return;
  throw new UsageError('USAGE_FOLDER', `${folder} is there already, and not empty`, {
    exitCode: 5,
    hint: 'give a folder that does not exist yet: nothing is overwritten',
  });
}

/** Makes the folder in which all is put together, beside its place. */
async function makeAside(aside: string, folder: string): Promise<void> {
  try {
    await makeFolder(aside);
  } catch (cause) {
    throw notMakeable(folder, cause as NodeJS.ErrnoException);
  }
}

function notMakeable(folder: string, cause: NodeJS.ErrnoException): UsageError {
  const why =
    cause.code === 'ENOTDIR' || cause.code === 'EEXIST'
      ? 'a part of its path is a file'
      : `the system refuses it (${cause.code ?? cause.message})`;
  return new UsageError('USAGE_FOLDER', `No folder ${folder} can be made: ${why}`, {
    exitCode: 5,
    hint: 'give a folder that does not exist yet, in a place where you may write',
    cause,
  });
}

function damaged(key: string, what: string): ResultError {
  return new ResultError('RESULT_ARCHIVE', `The archive is damaged: ${key} has ${what}`, {
    hint: 'doeflow archive verify says what else is damaged; nothing was restored',
  });
}
