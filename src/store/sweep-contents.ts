/** Removes contents that no study and no standing order names. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentFolder } from '../objects/index.ts';
import { hasLapsed, leastAgeMs, sweepMark } from './content-sweep.ts';
import { addSizes, noSize, type Size } from './measure.ts';
import type { Store } from './store.ts';

/** What a sweep found, and what it removed or would remove. */
export interface Sweep {
  readonly removed: Size;
  readonly named: Size;
  /** Named by nobody, but so new that a study may be about to name them. */
  readonly young: Size;
  /** Named by nobody, in a store that doesn't tell how old they are. */
  readonly ageless: Size;
}

/** For so long a mark holds, in milliseconds: longer than the few removals below it take. */
const markMs = 30_000;

/** Nothing is removed under a mark that ends so soon. */
const leastLeftMs = 15_000;

/** Contents that are removed under one mark. */
const batch = 200;

const contents = 'objects/';

/** @param isNamed whether somebody needs the content with that SHA-256 */
export async function sweepContents(
  store: Pick<Store, 'engineRecords'>,
  { isNamed, isDry }: { readonly isNamed: (sha256: string) => boolean; readonly isDry: boolean },
): Promise<Sweep> {
  const folder = store.engineRecords();
  const found = { removed: noSize, named: noSize, young: noSize, ageless: noSize };
  const old: string[] = [];
  for (const group of (await folder.list({ prefix: contents })).folders) {
    const { objects } = await folder.list({ prefix: `${contents}${group}/` });
    for (const sha256 of objects) {
      const name = `${contents}${group}/${sha256}`;
      const stamp = await folder.stamp({ name });
      const size = { bytes: stamp?.bytes, objects: 1 };
      const kind = isNamed(sha256) ? 'named' : kindByAge(stamp?.modifiedMs);
      if (kind !== 'old') found[kind] = addSizes(found[kind], size);
      else if (isDry) found.removed = addSizes(found.removed, size);
      else old.push(name);
    }
  }
  for (let from = 0; from < old.length; from += batch) {
    await underMark(folder, async (isHeld) => {
      for (const name of old.slice(from, from + batch)) {
        const stamp = await folder.stamp({ name });
        if (stamp === undefined || kindByAge(stamp.modifiedMs) !== 'old') continue;
        if (!isHeld()) return;
        await folder.remove({ name });
        found.removed = addSizes(found.removed, { bytes: stamp.bytes, objects: 1 });
      }
    });
  }
  return found;
}

function kindByAge(modifiedMs: number | undefined): 'old' | 'young' | 'ageless' {
  if (modifiedMs === undefined) return 'ageless';
  return Date.now() - modifiedMs > leastAgeMs ? 'old' : 'young';
}

/** Does the work while nobody keeps contents; waits for another sweep, and takes the place of one that was killed. */
async function underMark(
  folder: DocumentFolder,
  work: (isHeld: () => boolean) => Promise<void>,
): Promise<void> {
  const until = Date.now() + markMs;
  const mark = { until: new Date(until).toISOString() };
  while (!(await folder.create(sweepMark, mark))) {
    const other = await folder.find(sweepMark);
    if (other !== undefined && hasLapsed(Buffer.from(sweepMark.encode(other))))
      await folder.remove(sweepMark);
    else await sleep(50);
    if (Date.now() > until - leastLeftMs) return underMark(folder, work);
  }
  try {
    await work(() => Date.now() < until - leastLeftMs);
  } finally {
    await folder.remove(sweepMark);
  }
}
