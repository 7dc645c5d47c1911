/** The files that a study file names, on disk: a study is data, and reads only what lies in its own folder or was allowed beside it. */
import { dirname, resolve } from 'node:path';
import { findConfinedFile, readRealFile, readUtf8 } from '../files/index.ts';
import type { FileBounds, FoundFile, NotUtf8 } from '../files/index.ts';
import { quoteShell } from '../quote-shell.ts';

/** What a study may read beside its own folder, and what no study may. */
export interface StudyBounds {
  /** Folders whose files it may name too; absolute. */
  readonly allowOutside?: readonly string[];
  /** Files and folders of the engine itself; absolute. */
  readonly never?: readonly string[];
}

/** Why a file isn't read, and the next step. */
export interface FileRefusal {
  readonly message: string;
  readonly hint: string;
}

/** Tables and templates are held in memory, some times over. */
export const maxTextBytes = 256_000_000;

/** Each name is looked up once: what was checked is what is read. */
export class NamedFiles {
  readonly #bounds: FileBounds;
  readonly #found = new Map<string, FoundFile>();

  /** @param directory the study's folder; absolute */
  constructor(directory: string, { allowOutside = [], never = [] }: StudyBounds) {
    this.#bounds = { within: [directory, ...allowOutside], never };
  }

  /** @param name as the study file writes it */
  find(name: string): FoundFile {
    const [directory] = this.#bounds.within;
    const found = this.#found.get(name) ?? findConfinedFile(resolve(directory, name), this.#bounds);
    this.#found.set(name, found);
    return found;
  }

  /** Undefined for a file that may be read, and for one that isn't there. */
  refusal(name: string): FileRefusal | undefined {
    return refusalOf(this.find(name), name);
  }

  /** The text of a file, or its beginning of `atMost` bytes as Latin-1; undefined where it can't be read as one. */
  text(name: string, atMost?: number): string | NotUtf8 | undefined {
    const found = this.find(name);
    if (found.kind !== 'file') return undefined;
    if (atMost === undefined && found.bytes > maxTextBytes) return undefined;
    try {
      const bytes = readRealFile(found.at, atMost);
      return atMost === undefined ? readUtf8(bytes, name) : bytes.toString('latin1');
    } catch {
      return undefined;
    }
  }
}

/** Why a file that was found isn't read; undefined where it may be, or isn't there. */
export function refusalOf(found: FoundFile, name: string): FileRefusal | undefined {
  const shown = JSON.stringify(name);
  switch (found.kind) {
    case 'file':
    case 'missing':
      return undefined;
    case 'outside':
      return {
        message: `Expected a file inside the study's folder, got ${shown}, which is ${found.at}`,
        hint: `copy it into the folder; or, if you trust the study, allow its folder: --allow-outside ${dirname(found.at)}`,
      };
    case 'forbidden':
      return {
        message: `Expected a file of the study, got ${shown}, which is ${found.at}: no study may read the files of doeflow or of the system`,
        hint: 'copy what the study needs into its folder; no flag allows this',
      };
    case 'private-twin':
      return {
        message: `Expected a file of the study, got ${shown}, which only you can read, and which has a second name somewhere (a hard link): it may be a token or a key`,
        hint: `where it is the study's own, make it a file by itself: cp ${quoteShell(name)} copy && mv copy ${quoteShell(name)}`,
      };
    case 'irregular':
      return {
        message: `Expected a regular file, got ${shown}, which is ${found.what}`,
        hint: 'put a regular file with the content in its place',
      };
  }
}
