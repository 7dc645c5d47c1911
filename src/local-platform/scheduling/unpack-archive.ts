import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Parser, type ReadEntry } from 'tar';
import { openPromise } from 'yauzl';
import { ArchiveError, UnpackTarget, type UnpackLimits } from './unpack-target.ts';

/** Whether a file is unpacked by default, by its name. */
export function isArchive(name: string): boolean {
  return /\.(zip|tar|tar\.gz|tgz)$/i.test(name);
}

/**
 * Unpacks an archive into a folder: plain files and folders only. Links and devices are refused, as is every name that would
 * leave the folder, and every archive that passes a bound.
 *
 * @throws ArchiveError naming the archive and the entry at fault, or the bound that was passed; the signal's reason when it was given.
 */
export async function unpackArchive(
  path: string,
  name: string,
  folder: string,
  limits: UnpackLimits,
  signal: AbortSignal,
): Promise<void> {
  const { size } = await stat(path);
  const target = new UnpackTarget({ name, folder, limits, packedBytes: size });
  try {
    if (/\.zip$/i.test(name)) await unpackZip(path, target, signal);
    else await unpackTar(path, target, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ArchiveError) throw error;
    const { syscall, message } = error as { syscall?: string; message?: string };
    // What this machine's disk refuses says nothing about the archive.
    if (syscall !== undefined) throw error;
    throw new ArchiveError(`Archive ${name} can't be unpacked: ${message ?? String(error)}`);
  } finally {
    await target.close();
  }
}

async function unpackZip(path: string, target: UnpackTarget, signal: AbortSignal): Promise<void> {
  const archive = await openPromise(path, { lazyEntries: true, strictFileNames: false });
  try {
    for await (const entry of archive.eachEntry()) {
      const mode = entry.externalFileAttributes >>> 16;
      const kind = mode & 0o170000;
      if (kind !== 0 && kind !== 0o100000 && kind !== 0o040000) {
        throw target.refuse(entry.fileName, 'is a link or a device');
      }
      if (entry.fileName.endsWith('/')) await target.directory(entry.fileName);
      else {
        await target.open(entry.fileName, (mode & 0o111) !== 0);
        const content = await archive.openReadStreamPromise(entry);
        const write = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
          for await (const chunk of chunks) await target.write(chunk);
        };
        await pipeline(content, write, { signal });
        await target.close();
      }
      signal.throwIfAborted();
    }
  } finally {
    archive.close();
  }
}

/** What the parser found in one piece of an archive, in its order. */
type TarStep = { readonly entry: ReadEntry } | { readonly chunk: Buffer } | 'end of entry';

/**
 * The parser is never held up: each piece goes through it at once and what it found is written before the next piece is read, so
 * that memory stays at one piece and nothing waits for a parser that gave up.
 */
async function unpackTar(path: string, target: UnpackTarget, signal: AbortSignal): Promise<void> {
  const parser = new Parser({ zstd: false, brotli: false });
  let found: TarStep[] = [];
  let failure: Error | undefined;
  parser.on('entry', (entry: ReadEntry) => {
    found.push({ entry });
    entry.on('data', (chunk: Buffer) => found.push({ chunk }));
    entry.on('end', () => found.push('end of entry'));
  });
  // Half an archive is none: what the parser would only skip counts as a mistake.
  parser.on('warn', (_code: string, message: unknown) => {
    failure ??= message instanceof Error ? message : new Error(String(message));
  });
  const writeFound = async (): Promise<void> => {
    const steps = found;
    found = [];
    for (const step of steps) await takeTarStep(step, target);
    if (failure !== undefined) throw failure;
  };
  const parse = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of chunks) {
      parser.write(chunk);
      await writeFound();
    }
    parser.end();
    await writeFound();
  };
  const source = createReadStream(path);
  if (await isGzip(path)) await pipeline(source, createGunzip(), parse, { signal });
  else await pipeline(source, parse, { signal });
}

async function takeTarStep(step: TarStep, target: UnpackTarget): Promise<void> {
  if (step === 'end of entry') await target.close();
  else if ('chunk' in step) await target.write(step.chunk);
  else {
    const { type, path, mode } = step.entry;
    if (type === 'Directory') {
      if (path !== './' && path !== '.') await target.directory(path);
    } else if (type === 'File' || type === 'OldFile' || type === 'ContiguousFile') {
      await target.open(path, ((mode ?? 0) & 0o111) !== 0);
    } else throw target.refuse(path, 'is a link or a device');
  }
}

/** By its first bytes: many a `.tgz` is a plain tar. */
async function isGzip(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}
