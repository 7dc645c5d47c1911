import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { UsageError } from '../../errors.ts';
import { listResource } from '../list-resource.ts';
import { orNotServed } from '../not-served.ts';
import type { Files } from '../platform-client.ts';
import { fileSchema } from '../schemas/index.ts';
import { callJson, callNothing } from '../transport/call.ts';
import { downloadFile, readFileContents, streamFileContents } from '../transport/download.ts';
import type { Transport } from '../transport/transport.ts';
import { uploadFile } from '../transport/upload.ts';
import { onlyIfServed, withFirstRow } from './first-row.ts';

/** Files of the caller: inputs to upload, outputs to download. */
export function createFiles(transport: Transport): Files {
  const recordPath = (fileId: string) => `/api/v2/files/${encodeURIComponent(fileId)}/`;
  /** Asks for the contents' headers, a documented address, to tell a missing endpoint from a missing file. */
  const exists = (fileId: string, signal: AbortSignal | undefined) =>
    callNothing(transport, { method: 'HEAD', path: `${recordPath(fileId)}contents/` }, signal);
  return {
    upload: async ({ path, name, typeId, ...options }) => {
      const bytes = await sizeOf(path);
      const open = () => createReadStream(path, { highWaterMark: 256 * 1024 });
      const source = { name: name ?? basename(path), typeId, bytes, open };
      return await uploadFile(transport, source, options);
    },
    uploadBytes: (content, { name, typeId, ...options }) => {
      const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
      const open = async function* () {
        yield bytes;
      };
      return uploadFile(transport, { name, typeId, bytes: bytes.length, open }, options);
    },
    download: (file, targetPath, options) => downloadFile(transport, file, targetPath, options),
    stream: (file, options) => streamFileContents(transport, file, options),
    read: (file, options) => readFileContents(transport, file, options),
    get: (fileId, options) => {
      const request = { method: 'GET', path: recordPath(fileId) } as const;
      return orNotServed(transport, {
        endpoint: 'GET /api/v2/files/{file_id}/',
        call: () => callJson(transport, request, fileSchema, options?.signal),
        objectExists: () => exists(fileId, options?.signal),
      });
    },
    delete: (fileId, options) => {
      const request = { method: 'DELETE', path: recordPath(fileId) } as const;
      return onlyIfServed(transport, {
        endpoint: 'DELETE /api/v2/files/{file_id}/',
        call: () => callNothing(transport, request, options?.signal),
        objectExists: () => exists(fileId, options?.signal),
      });
    },
    list: (options = {}) => {
      const rows = listResource(
        transport,
        {
          path: '/api/v2/files/',
          query: { search: options.search },
          item: fileSchema,
          keyOf: (file) => file.id,
        },
        options,
      );
      return orNotServed(transport, {
        endpoint: 'GET /api/v2/files/',
        call: () => withFirstRow(rows),
      });
    },
  };
}

async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (found.isFile()) return found.size;
  } catch (cause) {
    throw new UsageError('USAGE_FILE', `The file to send can't be read: ${path}`, { cause });
  }
  throw new UsageError('USAGE_FILE', `Only a file can be sent, and this is none: ${path}`, {
    hint: 'Pack a folder into an archive first.',
  });
}
