/** Shell text for a folder that is held open, so that it is the same one whatever stands under its name later: a link, or nothing. */

const descriptor = 9;

/** The folder's path for the shell that holds it, and for the programs that the shell starts. */
export const heldFolder = `/proc/self/fd/${descriptor}`;

/** A redirection that holds a folder, given as a word of shell. */
export function holdFolder(word: string): string {
  return `${descriptor}<${word}`;
}

/** A redirection for those who must not have it. */
export const releaseFolder = `${descriptor}<&-`;
