/** Which file of a study is which file on the platform: one small record a content and kind, so that nothing is sent twice. */
import { basename } from 'node:path';
import { z } from 'zod';
import { ApplicationFailure } from '@temporalio/common';
import type { StudyFolder } from '../src/store/index.ts';
import type { ActivityDependencies } from './dependencies.ts';
import type { ActivityRun } from './as-activity.ts';
import type { UploadKey } from '../src/store/upload-key.ts';

const uploadSchema = z.object({ fileId: z.string() });

function recordName({ sha256, name, typeId }: UploadKey): string {
  return `uploads/${typeId}-${sha256}-${encodeURIComponent(basename(name))}.json`;
}

/** The platform's file for `key`. @throws ApplicationFailure when it was never uploaded. */
export async function readUpload(folder: StudyFolder, key: UploadKey): Promise<{ id: string }> {
  if (!(await folder.has(recordName(key)))) {
    throw ApplicationFailure.nonRetryable(
      `Expected ${key.name} to be uploaded before the job is created`,
      'UPLOAD_MISSING',
    );
  }
  return { id: (await folder.readJson(recordName(key), uploadSchema)).fileId };
}

/** Sends the content unless its record says that it was sent. A lost answer may leave a second, unused file on the platform. */
export async function uploadOnce(
  { platform, store, failpoint }: ActivityDependencies,
  folder: StudyFolder,
  key: UploadKey,
  { signal, show }: ActivityRun,
): Promise<{ fileId: string }> {
  if (await folder.has(recordName(key))) return folder.readJson(recordName(key), uploadSchema);
  let held = false;
  const file = await platform.files.upload({
    path: store.objectPath(key.sha256),
    name: basename(key.name),
    typeId: key.typeId,
    signal,
    onProgress: (bytes, totalBytes) => {
      show({ file: key.name, bytes, totalBytes });
      held ||= bytes > 0;
    },
  });
  if (held) await failpoint('upload-middle');
  await folder.writeJson(recordName(key), { fileId: file.id });
  return { fileId: file.id };
}
