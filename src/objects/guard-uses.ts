import type { ObjectStore } from './object-store.ts';

/** Objects of which each use is preceded and followed by `check`, which throws where they can't be relied on. */
export function guardUses(
  objects: ObjectStore,
  check: () => Promise<void> | undefined,
): ObjectStore {
  const guarded =
    <Args extends readonly unknown[], Result>(use: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      await check();
      const result = await use(...args);
      await check();
      return result;
    };
  return {
    get: guarded(objects.get),
    has: guarded(objects.has),
    stamp: guarded(objects.stamp),
    list: guarded(objects.list),
    putIfAbsent: guarded(objects.putIfAbsent),
    putIfMatch: guarded(objects.putIfMatch),
    read: guarded(objects.read),
    write: guarded(objects.write),
    draft: guarded(objects.draft),
    settle: guarded(objects.settle),
    remove: guarded(objects.remove),
    removeBelow: guarded(objects.removeBelow),
    clearUnfinished: guarded(objects.clearUnfinished),
    localFile: guarded(objects.localFile),
    async workspace(prefix) {
      const { directory, publish, release } = await guarded(objects.workspace)(prefix);
      // What was written into the folder meanwhile has gone where it was.
      return { directory, publish: guarded(publish), release };
    },
  };
}
