import { chmod, type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isSafePath } from '../../files/index.ts';

/** Bounds on what an archive may unpack to. */
export interface UnpackLimits {
  readonly bytes: number;
  readonly files: number;
}

/** An archive that can't be used, named in the message. It never will be: a file's content doesn't change. */
export class ArchiveError extends Error {}

/** Deflate holds at most 1032 bytes in one: what unpacks to more tells the same bytes several times over. */
const largestRatio = 1100;
/** Room for the padding and the headers of small archives. */
const ratioFreeBytes = 1_000_000;
const deepest = 64;

/** The folder that one archive is unpacked into, entry by entry, with the bounds on all of them together. */
export class UnpackTarget {
  readonly #name: string;
  readonly #folder: string;
  readonly #limits: UnpackLimits;
  readonly #mostBytes: number;
  /** Files so far, spelled as a disk may see them that knows no case. */
  readonly #names = new Set<string>();
  #bytes = 0;
  #entries = 0;
  #file: { readonly entry: string; readonly handle: FileHandle } | undefined;

  constructor(options: {
    readonly name: string;
    readonly folder: string;
    readonly limits: UnpackLimits;
    readonly packedBytes: number;
  }) {
    this.#name = options.name;
    this.#folder = options.folder;
    this.#limits = options.limits;
    this.#mostBytes = options.packedBytes * largestRatio + ratioFreeBytes;
  }

  refuse(entry: string, why: string): ArchiveError {
    return new ArchiveError(
      `Archive ${this.#name} can't be unpacked: ${JSON.stringify(entry)} ${why}`,
    );
  }

  async directory(entry: string): Promise<void> {
    await mkdir(join(this.#folder, this.#place(entry)), { recursive: true });
  }

  /** Begins a file; what is written goes there until it is closed. */
  async open(entry: string, executable: boolean): Promise<void> {
    const place = this.#place(entry);
    const name = place.normalize('NFC').toLowerCase();
    if (this.#names.has(name)) {
      throw this.refuse(entry, 'is there twice, or in two spellings that differ in case only');
    }
    this.#names.add(name);
    const path = join(this.#folder, place);
    await mkdir(dirname(path), { recursive: true });
    this.#file = { entry, handle: await open(path, 'w', 0o644) };
    if (executable) await chmod(path, 0o755);
  }

  async write(chunk: Buffer): Promise<void> {
    if (this.#file === undefined) return;
    const { entry, handle } = this.#file;
    this.#bytes += chunk.length;
    if (this.#bytes > this.#limits.bytes) {
      throw this.refuse(entry, `passes the limit of ${this.#limits.bytes} unpacked bytes`);
    }
    if (this.#bytes > this.#mostBytes) {
      throw this.refuse(entry, `unpacks to more than ${largestRatio} times the archive's size`);
    }
    await handle.writeFile(chunk);
  }

  /** Ends the file that is open, if one is. */
  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.handle.close();
  }

  #place(entry: string): string {
    this.#entries += 1;
    if (this.#entries > this.#limits.files) {
      throw this.refuse(entry, `is past the limit of ${this.#limits.files} entries`);
    }
    const path = entry.replace(/^(\.\/)+/, '').replace(/\/+$/, '');
    if (!isSafePath(path)) throw this.refuse(entry, 'is no path inside the work folder');
    if (path.split('/').length > deepest) {
      throw this.refuse(entry, `lies deeper than ${deepest} folders`);
    }
    return path;
  }
}
