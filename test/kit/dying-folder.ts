import type { DocumentFolder } from '../../src/objects/index.ts';

/** A folder whose owner is killed at its removal number `removals`, counted from 0: from then on nothing is done any more. */
export function dyingAfter(folder: DocumentFolder, removals: number): DocumentFolder {
  let left = removals;
  const dying = <Arguments extends readonly unknown[]>(
    remove: (...all: Arguments) => Promise<void>,
  ) => {
    return async (...all: Arguments): Promise<void> => {
      if (left === 0) throw new Error('killed');
      left -= 1;
      await remove(...all);
    };
  };
  return {
    ...folder,
    remove: dying((object) => folder.remove(object)),
    removeBelow: dying((below) => folder.removeBelow(below)),
    clearUnfinished: dying(() => folder.clearUnfinished()),
  };
}
