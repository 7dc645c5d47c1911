/** What a run left and its job can't keep, told in the run's own log. */
import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs';

/** Something in a work folder that is no output, and why. */
export interface Unkept {
  readonly path: string;
  readonly why: string;
}

/** Names that a log tells; the others are counted. */
const mostTold = 5;

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
  return entry.isSymbolicLink() ? 'a link' : 'a pipe, a socket or the like';
}

/**
 * Adds to a run's log what isn't kept; nothing where all is, or where the run put something else in the log's place.
 * @returns whether the log was written
 */
export function tellUnkept(log: string, unkept: readonly Unkept[]): boolean {
  if (unkept.length === 0) return false;
  const told = unkept.slice(0, mostTold).map(({ path, why }) => `${JSON.stringify(path)} (${why})`);
  const more = unkept.length - told.length;
  const words = `${told.join('; ')}${more > 0 ? ` and ${more} more` : ''}`;
  return append(log, `\n[local platform: not kept as outputs: ${words}]\n`);
}

function append(log: string, text: string): boolean {
  const { O_WRONLY, O_APPEND, O_NOFOLLOW, O_NONBLOCK } = constants;
  try {
    const file = openSync(log, O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK);
    try {
      if (!fstatSync(file).isFile()) return false;
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
