/**
 * The store: contents by their SHA-256, and what is kept of each study. Safe under several writers and kill -9: every object is whole or
 * absent, and equal contents have equal names.
 */
import { buffer } from 'node:stream/consumers';
import { mkdir } from 'node:fs/promises';
import { contentKey, putBytes, putFile, type StoredContent } from './contents.ts';
import { openFolderStore } from './folder/folder-store.ts';
import { openStudyFolder, type StudyFolder } from './study-folder.ts';

/** Contents by hash, and studies by id. */
export interface Store {
  putFile(path: string): Promise<StoredContent>;
  putBytes(content: Uint8Array): Promise<StoredContent>;
  /** Path of a local file with this content, to be read only. */
  localFile(sha256: string): Promise<string>;
  readContent(sha256: string): Promise<Buffer>;
  study(studyId: string): StudyFolder;
  /** Ids of all studies, sorted. */
  listStudies(): Promise<readonly string[]>;
}

const studiesPrefix = 'studies/';

/** Opens the store in the folder `root`, which is made where there is none. */
export async function openStore(root: string): Promise<Store> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const objects = openFolderStore(root);
  return {
    putFile: (path) => putFile(objects, path),
    putBytes: (content) => putBytes(objects, content),
    localFile: (sha256) => objects.localFile(contentKey(sha256)),
    readContent: async (sha256) => buffer(await objects.read(contentKey(sha256))),
    study: (studyId) => openStudyFolder(objects, `${studiesPrefix}${studyId}/`),
    listStudies: async () => (await objects.list(studiesPrefix)).folders,
  };
}
