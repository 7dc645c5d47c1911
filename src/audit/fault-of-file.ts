import { lstatSync } from 'node:fs';

/** Of what stands in a file's place. */
export const noFile = 'what is there is no file: a link, a folder, a pipe or a device';

/** What stands in a file's place; undefined for a file. Anything else isn't opened: a named pipe would hold up who reads it. */
export function faultOfFile(
  path: string,
): { readonly kind: 'missing' | 'changed'; readonly words: string } | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return { kind: 'missing', words: 'the copy of the results lacks it' };
  if (found.isFile()) return undefined;
  return { kind: 'changed', words: noFile };
}
