import { basename } from 'node:path';
import { layout, type DocumentFolder, type UploadKey } from '../src/store/index.ts';
import type { ActivityRun } from './as-activity.ts';
import type { ActivityDependencies } from './dependencies.ts';

/** Sends the content unless its record says that it was sent. A lost answer may leave a second, unused file on the platform. */
export async function uploadOnce(
  dependencies: ActivityDependencies,
  folder: DocumentFolder,
  key: UploadKey,
  run: ActivityRun,
): Promise<{ fileId: string }> {
  const sent = await folder.find(layout.upload(key));
  if (sent !== undefined) return { fileId: sent.fileId };
  const fileId = await upload(dependencies, key, run);
  await folder.create(layout.upload(key), { fileId });
  // Another one may have sent it meanwhile: all use the file that the record names.
  return { fileId: (await folder.read(layout.upload(key))).fileId };
}

/** A platform that loses every file at once isn't served for ever. */
const maxRenewals = 10;

/** Sends a content again whose file the platform has no more; false where that was done too often. */
export async function uploadAgain(
  dependencies: ActivityDependencies,
  folder: DocumentFolder,
  key: UploadKey,
  run: ActivityRun,
): Promise<boolean> {
  const renewed = ((await folder.find(layout.upload(key)))?.renewed ?? 0) + 1;
  if (renewed > maxRenewals) return false;
  const fileId = await upload(dependencies, key, run);
  await folder.write(layout.upload(key), { fileId, renewed });
  return true;
}

async function upload(
  { platform, store, failpoint }: ActivityDependencies,
  key: UploadKey,
  { signal, show }: ActivityRun,
): Promise<string> {
  let held = false;
  const file = await platform.files.upload({
    path: await store.localFile(key.sha256),
    name: basename(key.name),
    typeId: key.typeId,
    signal,
    onProgress: (bytes, totalBytes) => {
      show({ file: key.name, bytes, totalBytes });
      held ||= bytes > 0;
    },
  });
  if (held) await failpoint('upload-middle');
  return file.id;
}
