import { StorageError } from '../errors.ts';
import { guardUses } from './guard-uses.ts';
import type { ObjectStore } from './object-store.ts';

/** Which objects tell an older copy: they are written, and never taken away alone. */
export interface LastingObjects {
  /** Key of the object without which nobody misses this one, as what it belongs to was removed on purpose; undefined for one that doesn't last. */
  readonly owner: (key: string) => string | undefined;
  /** What to do for who has nothing but the older copy, as a part of a sentence. */
  readonly wayOn: string;
}

/** How the objects are looked at. */
export interface AgeLook {
  /** As people name where they are. */
  readonly place: string;
  readonly has: (key: string) => boolean | Promise<boolean>;
  /** The time between two looks, ms; 0: each use looks. */
  readonly everyMs: number;
}

/** An object that was written here. */
interface Written {
  readonly key: string;
  readonly owner: string;
  readonly at: Date;
}

/** So many of the latest are known: one whose owner is removed is forgotten. */
const knownAtMost = 8;

/**
 * Objects that aren't used once they are an older copy of themselves, as after a snapshot was put back or a storage failed over to one that lags: what
 * this process itself has written would seem never to have been.
 * @returns uses that throw StorageError STORAGE_OLDER while the latest lasting object that was written through them is gone; they pass when it is back
 */
export function guardAge(
  objects: ObjectStore,
  lasting: LastingObjects,
  look: AgeLook,
): ObjectStore {
  const known: Written[] = [];
  const forget = (isGone: (key: string) => boolean): void => {
    const kept = known.filter(({ key, owner }) => !isGone(key) && !isGone(owner));
    known.splice(0, known.length, ...kept);
  };
  const wrote = (key: string): void => {
    const owner = lasting.owner(key);
    if (owner === undefined) return;
    forget((other) => other === key);
    known.push({ key, owner, at: new Date() });
    if (known.length > knownAtMost) known.shift();
  };
  const search = async (): Promise<void> => {
    for (let latest = known.at(-1); latest !== undefined; latest = known.at(-1)) {
      if (await look.has(latest.key)) return;
      // A study that was removed on purpose has lost this first.
      if (await look.has(latest.owner)) throw olderError(look.place, latest, lasting);
      const { key } = latest;
      forget((other) => other === key);
    }
  };
  let lookedMs = performance.now();
  const check = (): Promise<void> | undefined => {
    const latest = known.at(-1);
    if (latest === undefined || performance.now() - lookedMs < look.everyMs) return undefined;
    // A folder is looked at without waiting, as each use does it.
    if (look.everyMs === 0 && look.has(latest.key) === true) return undefined;
    return search().then(() => {
      lookedMs = performance.now();
    });
  };
  const told: ObjectStore = {
    ...objects,
    async putIfAbsent(key, bytes) {
      const isNew = await objects.putIfAbsent(key, bytes);
      if (isNew) wrote(key);
      return isNew;
    },
    async write(key, chunks) {
      await objects.write(key, chunks);
      wrote(key);
    },
    async remove(key) {
      forget((other) => other === key);
      await objects.remove(key);
    },
    async removeBelow(prefix) {
      forget((other) => other.startsWith(prefix));
      await objects.removeBelow(prefix);
    },
  };
  return guardUses(told, check);
}

function olderError(place: string, { key, at }: Written, { wayOn }: LastingObjects): StorageError {
  return new StorageError(
    'STORAGE_OLDER',
    `${place} is an older copy of itself: ${key}, which was written there at ${at.toISOString()}, is gone, as after a snapshot was put back`,
    {
      hint: `Put back what was there: nothing is read or written meanwhile. ${wayOn}`,
    },
  );
}
