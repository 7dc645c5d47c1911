/** Copies all that a study reads into the store, by hash, so that later edits of the files can't reach a study under way. */
import { basename } from 'node:path';
import { streamRealFile } from '../files/index.ts';
import { layout } from './layout.ts';
import type { StudyPlatform, StudySnapshot } from './schemas/snapshot.ts';
import type { Store, StudyReader } from './store.ts';

/** What part a file plays in a study. */
export type StudyFileRole = StudySnapshot['files'][number]['role'];

/** A study as it was read from disk, as far as a snapshot needs it. */
export interface StudyOnDisk {
  readonly study: { readonly name: string };
  /** Path of the study file. */
  readonly file: string;
  /** Its text. */
  readonly text: string;
  /** By which its rows are drawn. */
  readonly designRules?: number;
  readonly files: readonly {
    /** As written in the study file. */
    readonly path: string;
    /** Its real path, without links. */
    readonly absolutePath: string;
    readonly role: StudyFileRole;
  }[];
}

/** Copies all files of a study into the store. @returns how a snapshot names them */
export async function keepStudyFiles(
  store: Store,
  loaded: StudyOnDisk,
): Promise<Pick<StudySnapshot, 'studyName' | 'studyFile' | 'files'>> {
  const files: StudySnapshot['files'] = [];
  for (const { path, role, absolutePath } of loaded.files) {
    const { sha256, bytes } = await store.putFile(absolutePath, streamRealFile);
    files.push({ path, role, sha256, bytes });
  }
  const { sha256 } = await store.putBytes(Buffer.from(loaded.text, 'utf8'));
  const studyFile = { name: basename(loaded.file), sha256 };
  return { studyName: loaded.study.name, studyFile, files };
}

/**
 * Copies the study's files into the store and writes the snapshot last, so that a snapshot that is there is whole.
 * A crash before that leaves objects nobody names, which harm nothing.
 */
export async function snapshotStudy(
  store: Store,
  loaded: StudyOnDisk,
  identity: {
    readonly studyId: string;
    readonly planHash: string;
    readonly createdAt: Date;
    readonly engineVersion: string;
    readonly resultsDir?: string;
    /** Absolute path of the study file. */
    readonly source?: string;
    readonly platform?: StudyPlatform;
  },
): Promise<StudySnapshot> {
  const { studyName, ...kept } = await keepStudyFiles(store, loaded);
  const snapshot: StudySnapshot = {
    formatVersion: 1,
    studyId: identity.studyId,
    studyName,
    planHash: identity.planHash,
    createdAt: identity.createdAt.toISOString(),
    engineVersion: identity.engineVersion,
    ...kept,
    ...(loaded.designRules === undefined ? {} : { designRules: loaded.designRules }),
    ...(identity.resultsDir === undefined ? {} : { resultsDir: identity.resultsDir }),
    ...(identity.source === undefined ? {} : { source: identity.source }),
    ...(identity.platform === undefined ? {} : { platform: identity.platform }),
  };
  await store.study(identity.studyId).write(layout.snapshot, snapshot);
  return snapshot;
}

/** Local files with what a study reads, by their paths as written in the study file; to be read only. */
export async function localFiles(
  store: StudyReader,
  { files }: Pick<StudySnapshot, 'files'>,
): Promise<ReadonlyMap<string, string>> {
  const places = files.map(
    async ({ path, sha256 }) => [path, await store.localFile(sha256)] as const,
  );
  return new Map(await Promise.all(places));
}
