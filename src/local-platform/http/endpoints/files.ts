import { Readable } from 'node:stream';
import { fileSchema } from '../../../platform-api/schemas/index.ts';
import {
  type FileRow,
  findFile,
  markFileDeleted,
  pageOfUploads,
} from '../../database/file-store.ts';
import { appendToLedger } from '../../database/ledger.ts';
import { isFileName } from '../../../files/index.ts';
import { presentFile, presentUpload } from '../../present/present-file.ts';
import { removeContent } from '../../scheduling/remove-of-runs.ts';
import { bodyOf } from '../body-of.ts';
import { EndpointAnswer, type Endpoint, type Exchange } from '../endpoint.ts';
import { contentOf, openContent } from '../file-content.ts';
import { answerPage, pageParameters, readPage } from '../page.ts';
import { Problem, notFound } from '../problem.ts';
import { readRange } from '../read-range.ts';
import { storeUpload } from '../store-upload.ts';

/** Uploads, downloads and the records of files. */
export const fileEndpoints: readonly Endpoint[] = [
  uploadEndpoint('POST', [2]),
  uploadEndpoint('PUT', []),
  {
    method: 'GET',
    path: '/files/:fileId/contents/',
    documented: [2],
    scope: 'file-access',
    summary: "Download a file's contents; honours Range",
    response: 'bytes',
    handle: (exchange) => download(exchange),
  },
  {
    method: 'GET',
    path: '/files/',
    documented: [],
    scope: 'file-access',
    summary: 'List uploaded files, newest first',
    parameters: { ...pageParameters, search: 'Only files whose name contains this.' },
    response: fileSchema,
    handle: (exchange) => {
      const { context } = exchange;
      const page = readPage(exchange);
      const { count, rows } = pageOfUploads(context.database, {
        search: exchange.query('search') ?? '',
        offset: page.offset,
        limit: page.size,
      });
      const results = rows.map((file) => presentFile(context, file));
      return answerPage(exchange, page, count, results);
    },
  },
  {
    method: 'GET',
    path: '/files/:fileId/',
    documented: [],
    scope: 'file-access',
    summary: "A file's record",
    response: fileSchema,
    handle: (exchange) =>
      // Only of an upload does the document tell the storage; clients of v3 read it of every file.
      exchange.version === 3
        ? presentUpload(exchange.context, fileOf(exchange))
        : presentFile(exchange.context, fileOf(exchange)),
  },
  {
    method: 'PATCH',
    path: '/files/:fileId/',
    documented: [],
    scope: 'file-access',
    summary: "Change a file's name or type",
    response: fileSchema,
    handle: (exchange) => changeFile(exchange),
  },
  {
    method: 'DELETE',
    path: '/files/:fileId/',
    documented: [],
    scope: 'file-access',
    summary: 'Delete a file',
    status: 204,
    response: 'none',
    handle: async (exchange) => {
      const { context } = exchange;
      const file = fileOf(exchange);
      await context.database.write(() => {
        markFileDeleted(context.database, file);
        appendToLedger(context.database, context.now(), 'file deleted', file.id);
      });
      await removeContent(context, file);
      return new EndpointAnswer(204);
    },
  },
  {
    method: 'GET',
    path: '/files/:fileId/lines/',
    documented: [],
    scope: 'file-access',
    summary: "The beginning of a text file's lines",
    handle: async (exchange) => {
      const content = await openContent(exchange.context, fileOf(exchange));
      const stream = content.createReadStream({ end: 1_000_000 });
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      return { lines: Buffer.concat(chunks).toString('utf8').split(/\r?\n/) };
    },
  },
];

/** The file named in the path. @throws Problem 404. */
function fileOf(exchange: Exchange): FileRow {
  const file = findFile(exchange.context.database, exchange.parameter('fileId'));
  if (file === undefined) throw notFound();
  return file;
}

function uploadEndpoint(method: 'POST' | 'PUT', documented: readonly (1 | 2 | 3)[]): Endpoint {
  return {
    method,
    path: '/files/contents/',
    documented,
    scope: 'file-access',
    summary: 'Upload a file as the multipart part `file`',
    request: 'multipart',
    status: 201,
    response: fileSchema,
    handle: async (exchange) => {
      const file = await storeUpload(exchange);
      return new EndpointAnswer(201, presentUpload(exchange.context, file));
    },
  };
}

async function download(exchange: Exchange): Promise<EndpointAnswer> {
  const file = fileOf(exchange);
  const range = readRange(exchange.headers.range, file.size);
  const headers = {
    'content-type': 'application/octet-stream',
    'accept-ranges': 'bytes',
    etag: `"${file.md5}"`,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
  };
  if (range === 'unsatisfiable') {
    throw new Problem(
      416,
      { detail: 'Requested range not satisfiable.' },
      { 'content-range': `bytes */${file.size}` },
    );
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  const sized = { ...headers, 'content-length': end - start + 1 };
  if (exchange.method === 'HEAD' || file.size === 0) {
    // A stream, since for a body that is known the HTTP library announces its own length.
    return new EndpointAnswer(200, Readable.from([]), sized);
  }
  const body = await contentOf(exchange.context, file, { start, end });
  if (range === undefined) return new EndpointAnswer(200, body, sized);
  return new EndpointAnswer(206, body, {
    ...sized,
    'content-range': `bytes ${start}-${end}/${file.size}`,
  });
}

async function changeFile(exchange: Exchange): Promise<unknown> {
  const { context } = exchange;
  const file = fileOf(exchange);
  const reader = bodyOf(exchange, {});
  const name = reader.string('name', { longest: 255 }) ?? file.name;
  const typeId = reader.integer('typeId', { least: 1, most: 12 }) ?? file.typeId;
  if (!isFileName(name)) {
    reader.fail('name', 'Expected the name of a file, without folders and control characters.');
  }
  reader.errors.throwIfAny();
  await context.database.write(() => {
    context.database.run(
      'UPDATE files SET name = ?, type_id = ? WHERE id = ?',
      ...[name, typeId, file.id],
    );
  });
  return presentFile(context, { ...file, name, typeId });
}
