/** Copies all that a study reads into the store, by hash, so that later edits of the files can't reach a study under way. */
import { basename } from 'node:path';
import { z } from 'zod';
import type { Store } from './store.ts';

/** What part a file plays in a study. */
export type StudyFileRole = StudySnapshot['files'][number]['role'];

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

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/u);

/** Shape of `snapshot.json` in a study's folder of the store. */
export const snapshotSchema = z.object({
  formatVersion: z.literal(1),
  studyId: z.string(),
  studyName: z.string(),
  planHash: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  engineVersion: z.string(),
  studyFile: z.object({ name: z.string(), sha256: sha256Schema }),
  files: z.array(
    z.object({
      /** As written in the study file. */
      path: z.string(),
      role: z.enum(['input', 'template', 'script', 'case', 'table']),
      sha256: sha256Schema,
      bytes: z.number().int().nonnegative(),
    }),
  ),
  /** Where the readable copy goes; absolute. */
  resultsDir: z.string().optional(),
});

export type StudySnapshot = Readonly<z.output<typeof snapshotSchema>>;

/** Name of the snapshot in a study's folder. */
export const snapshotName = 'snapshot.json';

/** Name of a study's last progress; there from a study's end until it goes on. */
export const statusName = 'status.json';

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
  const files: StudySnapshot['files'] = [];
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
