/** Copies all that a study reads into the store, by hash, so that later edits of the files can't reach a study under way. */
import { basename } from 'node:path';
import type { Store } from './store.ts';

/** What part a file plays in a study. */
export type StudyFileRole = 'input' | 'template' | 'script' | 'case' | 'table';

/** A study as it was read from disk, as far as a snapshot needs it. */
export interface StudyOnDisk {
  readonly study: { readonly name: string };
  /** Path of the study file. */
  readonly file: string;
  /** Its text. */
  readonly text: string;
  readonly files: readonly {
    /** As written in the study file. */
    readonly path: string;
    readonly absolutePath: string;
    readonly role: StudyFileRole;
  }[];
}

export interface SnapshotFile {
  readonly path: string;
  readonly role: StudyFileRole;
  readonly sha256: string;
  readonly bytes: number;
}

/** Content of `snapshot.json` in a study's folder of the store. */
export interface StudySnapshot {
  readonly formatVersion: 1;
  readonly studyId: string;
  readonly studyName: string;
  readonly planHash: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly engineVersion: string;
  readonly studyFile: { readonly name: string; readonly sha256: string };
  readonly files: readonly SnapshotFile[];
  /** Where the readable copy goes. */
  readonly resultsDir?: string;
}

/** Name of the snapshot in a study's folder. */
export const snapshotName = 'snapshot.json';

/**
 * Copies the study's files into the store and writes `snapshot.json` last, so that a snapshot that is there is whole.
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
  },
): Promise<StudySnapshot> {
  const files: SnapshotFile[] = [];
  for (const { path, role, absolutePath } of loaded.files) {
    const { sha256, bytes } = await store.putFile(absolutePath);
    files.push({ path, role, sha256, bytes });
  }
  const studyFile = await store.putBytes(Buffer.from(loaded.text, 'utf8'));
  const snapshot: StudySnapshot = {
    formatVersion: 1,
    studyId: identity.studyId,
    studyName: loaded.study.name,
    planHash: identity.planHash,
    createdAt: identity.createdAt.toISOString(),
    engineVersion: identity.engineVersion,
    studyFile: { name: basename(loaded.file), sha256: studyFile.sha256 },
    files,
    ...(identity.resultsDir === undefined ? {} : { resultsDir: identity.resultsDir }),
  };
  await store.study(identity.studyId).writeJson(snapshotName, snapshot);
  return snapshot;
}
