import { createWriteStream } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Parser, type ReadEntry } from 'tar';
import { createReadStream } from 'node:fs';
import { openPromise } from 'yauzl';
import { isSafePath } from '../../files/index.ts';

/** Bounds on what an archive may unpack to. */
export interface UnpackLimits {
  readonly bytes: number;
  readonly files: number;
}

/** Whether a file is unpacked by default, by its name. */
export function isArchive(name: string): boolean {
  return /\.(zip|tar|tar\.gz|tgz)$/i.test(name);
}

/**
 * Unpacks an archive into a folder: plain files and folders only. Links and devices are refused, as is every name that would
 * leave the folder.
 *
 * @throws Error naming the archive and the entry at fault, or the bound that was passed.
 */
export async function unpackArchive(
  path: string,
  name: string,
  folder: string,
  limits: UnpackLimits,
): Promise<void> {
  const target = new UnpackTarget(name, folder, limits);
  try {
    if (/\.zip$/i.test(name)) await unpackZip(path, target);
    else await unpackTar(path, target);
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ArchiveError(`Archive ${name} can't be unpacked: ${reason}`);
  }
}

/** An archive that can't be used, named in the message. */
class ArchiveError extends Error {}

class UnpackTarget {
  readonly #name: string;
  readonly #folder: string;
  readonly #limits: UnpackLimits;
  #bytes = 0;
  #files = 0;

  constructor(name: string, folder: string, limits: UnpackLimits) {
    this.#name = name;
    this.#folder = folder;
    this.#limits = limits;
  }

  refuse(entry: string, why: string): Error {
    return new ArchiveError(
      `Archive ${this.#name} can't be unpacked: ${JSON.stringify(entry)} ${why}`,
    );
  }

  async directory(entry: string): Promise<void> {
    await mkdir(this.#place(entry), { recursive: true });
  }

  async file(entry: string, executable: boolean, content: AsyncIterable<Buffer>): Promise<void> {
    const path = this.#place(entry);
    await mkdir(dirname(path), { recursive: true });
    await pipeline(this.#counted(entry, content), createWriteStream(path, { mode: 0o644 }));
    if (executable) await chmod(path, 0o755);
  }

  #place(entry: string): string {
    this.#files += 1;
    if (this.#files > this.#limits.files) {
      throw this.refuse(entry, `is past the limit of ${this.#limits.files} entries`);
    }
    const path = entry.replace(/^(\.\/)+/, '').replace(/\/+$/, '');
    if (!isSafePath(path)) throw this.refuse(entry, 'is no path inside the work folder');
    return join(this.#folder, path);
  }

  async *#counted(entry: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      this.#bytes += chunk.length;
      if (this.#bytes > this.#limits.bytes) {
        throw this.refuse(entry, `passes the limit of ${this.#limits.bytes} unpacked bytes`);
      }
      yield chunk;
    }
  }
}

async function unpackZip(path: string, target: UnpackTarget): Promise<void> {
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
        const stream = await archive.openReadStreamPromise(entry);
        await target.file(entry.fileName, (mode & 0o111) !== 0, stream as Readable);
      }
    }
  } finally {
    archive.close();
  }
}

async function unpackTar(path: string, target: UnpackTarget): Promise<void> {
  const parser = new Parser();
  let chain = Promise.resolve();
  let failure: unknown;
  parser.on('entry', (entry: ReadEntry) => {
    chain = chain
      .then(() => (failure === undefined ? takeTarEntry(entry, target) : undefined))
      .catch((error: unknown) => {
        failure ??= error;
      })
      // What nobody reads holds up the parser.
      .finally(() => entry.resume());
  });
  // Half an archive is none: what the parser would only skip counts as a mistake.
  parser.on('warn', (_code: string, message: unknown) => {
    failure ??= message instanceof Error ? message : new Error(String(message));
  });
  const source = createReadStream(path);
  try {
    for await (const chunk of source) {
      if (failure !== undefined) break;
      if (!parser.write(chunk as Buffer)) {
        await new Promise((resolve) => parser.once('drain', resolve));
      }
    }
    parser.end();
  } catch (error) {
    failure ??= error;
  }
  await chain;
  if (failure !== undefined) throw failure instanceof Error ? failure : new Error('Bad archive');
}

async function takeTarEntry(entry: ReadEntry, target: UnpackTarget): Promise<void> {
  if (entry.type === 'Directory') {
    entry.resume();
    if (entry.path !== './' && entry.path !== '.') await target.directory(entry.path);
  } else if (entry.type === 'File' || entry.type === 'OldFile' || entry.type === 'ContiguousFile') {
    await target.file(entry.path, ((entry.mode ?? 0) & 0o111) !== 0, entry);
  } else throw target.refuse(entry.path, 'is a link or a device');
}
