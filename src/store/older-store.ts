/** A store that is an older copy of itself: what Temporal knows to be written, it doesn't have. */
import { StorageError } from '../errors.ts';

/** For who has nothing but the older copy. */
export const wayOnWithOlder =
  'Where only this older copy is left: end the workers, say so with doeflow restore --take-over --older, and start them again; what it lacks is then fetched from the platform, as far as that still has it';

/**
 * The store lacks what was written before: not to be taken for what never was.
 * @param what is lacking, and who knows of it; the end of a sentence
 */
export function olderStore(what: string): StorageError {
  return new StorageError(
    'STORAGE_OLDER',
    `The store is an older copy of itself, as after a snapshot was put back: it lacks ${what}`,
    {
      hint: `Put back what was there: nothing is submitted or judged meanwhile. ${wayOnWithOlder}`,
    },
  );
}
