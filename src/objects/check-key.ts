import { partEnding } from '../files/index.ts';

/** Ending of the folder with an object's later versions, where a folder is the store. */
export const versionsEnding = '.~versions';

/**
 * Keys come from this program, but some parts of them from a platform: none may lead out of its place or be taken for a file in the making.
 * @throws RangeError for a key that isn't plain names with `/` between
 */
export function checkKey(key: string): string {
  const isGood = key
    .split('/')
    .every(
      (part) =>
        part !== '' && part !== '.' && part !== '..' && !/[\0\\]/u.test(part) && !isInternal(part),
    );
  if (isGood) return key;
  throw new RangeError(`"${key}" cannot be the key of an object: use plain names with / between`);
}

/** Whether a name is a store's own business, and no object. */
export function isInternal(name: string): boolean {
  return name.endsWith(partEnding) || name.endsWith(versionsEnding);
}
