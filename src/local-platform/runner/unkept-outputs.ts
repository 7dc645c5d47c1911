/** What a run left and its job can't keep, told in the run's own log. */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  type Stats,
  writeSync,
} from 'node:fs';
import type { RunFolder } from '../job-folder.ts';

/** Something in a work folder that is no output, and why. */
export interface Unkept {
  readonly path: string;
  readonly why: string;
}

/** Names that a log tells; the others are counted. */
const mostTold = 5;
/** Characters of a path that a log tells, of its beginning and of its end. */
const partTold = 100;

/** Stands in place of bytes that are no UTF-8. */
const replacement = '\uFFFD';

/** Why an entry of a work folder can't be kept; undefined where it can. */
export function whyUnkept(entry: {
  readonly name: string;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}): string | undefined {
  if (entry.name.includes(replacement)) return 'its name is not UTF-8';
  if (entry.isFile() || entry.isDirectory()) return undefined;
  return kindOf(entry);
}

function kindOf(entry: {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}): string {
  if (entry.isFile()) return 'a file';
  if (entry.isDirectory()) return 'a folder';
  return entry.isSymbolicLink() ? 'a link' : 'a pipe, a socket or the like';
}

/** Why an entry of a work folder couldn't be looked at, by the system's code. */
export function whyUnread(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENAMETOOLONG' ? 'its path is too long' : (code ?? message);
}

/** What a run had put in the place of its exit code. */
export function replacedExit({ replaced }: RunFolder): readonly Unkept[] {
  const found = lstatSync(replaced, { throwIfNoEntry: false });
  if (found === undefined) return [];
  const what = kindOf(found);
  return [{ path: '../exit', why: `${what}, which the run put in the place of its exit code` }];
}

/** Whether the platform may write to a file of a run: a plain one, without another name somewhere else. */
export function isOwnFile(found: Stats | undefined): boolean {
  return found?.isFile() === true && found.nlink === 1;
}

/** @throws Error where something else than a folder is in the place of one of a run's folders, such as a link: what it leads to isn't the run's. */
export function assertOwnFolder({ root, work }: RunFolder): void {
  for (const [path, words] of [
    [root, 'its folder'],
    [work, 'its work folder'],
  ] as const) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory() === true) continue;
    const what = found === undefined ? 'nothing' : kindOf(found);
    throw new Error(`the run left ${what} in the place of ${words}`);
  }
}

/**
 * Adds to a run's log what isn't kept; nothing where all is, or where the run put something else in the log's place.
 * @returns whether the log was written
 */
export function tellUnkept(log: string, unkept: readonly Unkept[]): boolean {
  if (unkept.length === 0) return false;
  const told = unkept
    .slice(0, mostTold)
    .map(({ path, why }) => `${JSON.stringify(shortened(path))} (${why})`);
  const more = unkept.length - told.length;
  const words = `${told.join('; ')}${more > 0 ? ` and ${more} more` : ''}`;
  return append(log, `\n[local platform: not kept as outputs: ${words}]\n`);
}

function shortened(path: string): string {
  if (path.length <= 3 * partTold) return path;
  return `${path.slice(0, partTold)} … ${path.slice(-partTold)}`;
}

function append(log: string, text: string): boolean {
  const { O_WRONLY, O_APPEND, O_NOFOLLOW, O_NONBLOCK } = constants;
  try {
    const file = openSync(log, O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK);
    try {
      if (!isOwnFile(fstatSync(file))) return false;
      writeSync(file, text);
      return true;
    } finally {
      closeSync(file);
    }
  } catch {
    // The run took its log away, or the disk is full: its outputs are collected all the same.
    return false;
  }
}
