import type { PlatformContext } from '../context.ts';
import type { FileRow } from '../database/file-store.ts';
import { localStorage } from './local-storage.ts';

/** A file record in the platform's shape. The encryption key is none: files lie here as they are. */
export function presentFile(context: PlatformContext, file: FileRow): Record<string, unknown> {
  const { owner, userId } = context.catalogue.workspace;
  return {
    id: file.id,
    name: file.name,
    owner,
    dateUploaded: new Date(file.uploadedAt).toISOString(),
    decryptedSize: file.size,
    downloadUrl: `${context.baseUrl()}/api/v2/files/${file.id}/contents/`,
    encodedEncryptionKey: '',
    md5: file.md5,
    ...(context.settings.documentOnly ? {} : { fileChecksums: checksumsOf(file) }),
    path:
      file.jobId === null
        ? `user/${userId}/input/${file.id}/${file.name}`
        : `user/${userId}/output/job_${file.jobId}/run${file.run ?? 0}/${file.relativePath}`,
    relativePath: file.relativePath,
    sharedWith: [],
    typeId: file.typeId,
    isUploaded: true,
    isDeleted: false,
    viewInBrowser: file.size < 10_000_000 && /\.(txt|log|csv|json|dat|out)$/i.test(file.name),
  };
}

/** The stronger one first: published clients compare with the first. Without it there is none to compare with. */
function checksumsOf({ md5, sha512 }: FileRow): readonly object[] {
  if (sha512 === undefined) return [];
  return [
    { hashFunction: 'sha512', fileHash: sha512 },
    { hashFunction: 'md5', fileHash: md5 },
  ];
}

/** The fuller record that answers an upload. */
export function presentUpload(context: PlatformContext, file: FileRow): Record<string, unknown> {
  const record = presentFile(context, file);
  return {
    ...record,
    pathParts: { path: record['path'], container: 'local' },
    storage: localStorage,
  };
}
