import type { DocumentFolder } from '../objects/index.ts';
import { layout } from './layout.ts';

/** Forgets that these files of the platform hold contents of the study: what needs them again sends them again. */
export async function forgetUploads(
  folder: DocumentFolder,
  fileIds: ReadonlySet<string>,
): Promise<void> {
  const { objects } = await folder.list(layout.allUploads);
  for (const name of objects) {
    const upload = layout.uploadRecord(name);
    const sent = await folder.find(upload);
    if (sent !== undefined && fileIds.has(sent.fileId)) await folder.remove(upload);
  }
}
