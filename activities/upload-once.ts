import { basename } from 'node:path';
import { layout, type StudyFolder, type UploadKey } from '../src/store/index.ts';
import type { ActivityRun } from './as-activity.ts';
import type { ActivityDependencies } from './dependencies.ts';

/** Sends the content unless its record says that it was sent. A lost answer may leave a second, unused file on the platform. */
export async function uploadOnce(
  { platform, store, failpoint }: ActivityDependencies,
  folder: StudyFolder,
  key: UploadKey,
  { signal, show }: ActivityRun,
): Promise<{ fileId: string }> {
  const sent = await folder.find(layout.upload(key));
  if (sent !== undefined) return sent;
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
  await folder.write(layout.upload(key), { fileId: file.id });
  return { fileId: file.id };
}
