import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Checksums, type FileChecksums } from '../checksums.ts';
import { type FileRow, insertUpload } from '../database/file-store.ts';
import { appendToLedger } from '../database/ledger.ts';
import { isFileName, renameDurably } from '../../files/index.ts';
import type { Exchange, UploadPart } from './endpoint.ts';
import { Problem, badRequest } from './problem.ts';
import { asUploadProblem } from './upload-problem.ts';

/**
 * Stores the part `file` of a multipart body and gives back its row once file and row are on the disk. Streams: memory stays flat
 * whatever the size. The client's file name is kept as text and never used as a path.
 *
 * @throws Problem 400 without such a part, 413 when it is too large.
 */
export async function storeUpload(exchange: Exchange): Promise<FileRow> {
  const { context } = exchange;
  let stored: FileRow | undefined;
  let typeText: string | undefined;
  for await (const part of exchange.parts()) {
    if (part.field === 'file' && stored === undefined) stored = await storePart(exchange, part);
    // Python's requests sends a plain value that stands among files as a file of its own.
    else if (part.field === 'typeId') typeText = await readShortText(part.stream);
    else part.stream.resume();
  }
  if (stored === undefined) throw badRequest({ file: ['No file was submitted.'] });
  const row = { ...stored, typeId: readType(exchange, typeText, stored.typeId) };
  await context.database.write(() => {
    insertUpload(context.database, row);
    appendToLedger(context.database, context.now(), 'file stored', row.id, {
      name: row.name,
      size: row.size,
      md5: row.md5,
    });
  });
  return row;
}

async function storePart(exchange: Exchange, part: UploadPart): Promise<FileRow> {
  const { context } = exchange;
  const id = context.createId();
  const storedPath = `files/${id.slice(0, 2)}/${id}`;
  const target = join(context.dataFolder, storedPath);
  const aside = join(context.dataFolder, 'files', `${id}.part`);
  try {
    const { size, ...checksums } = await receive(part.stream, aside);
    if (size > context.settings.limits.uploadBytes) {
      throw new Problem(413, {
        file: [`Files may be no larger than ${context.settings.limits.uploadBytes} bytes.`],
      });
    }
    await renameDurably(aside, target);
    const name = readName(part.filename);
    return {
      ...{ id, name, size, ...checksums, storedPath },
      typeId: Number(/^\d+$/.exec(part.contentType)?.[0] ?? 1),
      uploadedAt: context.now(),
      jobId: null,
      run: null,
      relativePath: name,
    };
  } finally {
    await rm(aside, { force: true });
  }
}

async function receive(
  stream: Readable,
  path: string,
): Promise<{ readonly size: number } & FileChecksums> {
  const checksums = new Checksums();
  let size = 0;
  const received = pipeline(
    stream,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        checksums.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  );
  try {
    await received;
  } catch (error) {
    throw asUploadProblem(error);
  }
  const file = await open(path, 'r+');
  await file.sync();
  await file.close();
  return { size, ...checksums.digest() };
}

/** The last segment of the name that a client gave. @throws Problem 400 for one that could be no file's name. */
function readName(filename: string | undefined): string {
  const name = (filename ?? '').split(/[\\/]/).at(-1) ?? '';
  if (!isFileName(name)) throw badRequest({ file: ['The file name is not valid.'] });
  return name;
}

/** The beginning of a part that should be a number. */
async function readShortText(stream: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stream)
    if (text.length < 16) text += (chunk as Buffer).toString('utf8');
  return text;
}

function readType(exchange: Exchange, partText: string | undefined, otherwise: number): number {
  const fields = exchange.fields();
  const given = fields['typeId'] ?? fields['type_id'] ?? partText ?? '';
  const type = /^\d{1,2}$/.test(given.trim()) ? Number(given) : otherwise;
  return type >= 1 && type <= 12 ? type : 1;
}
