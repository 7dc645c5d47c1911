/**
 * Which study runs what, of those that reuse: a run that an open study is about to run is waited for by those that come later. Claims are in an order,
 * and each study waits for earlier ones alone: no two can wait for each other.
 */
import { z } from 'zod';
import { document, type StoredPrefix } from '../objects/index.ts';
import { matchFinishedRuns } from '../study/match-finished-runs.ts';
import { layout } from './layout.ts';
import type { ReusedRun } from './schemas/run-keys.ts';
import type { Store } from './store.ts';

const claims: StoredPrefix = { prefix: 'claims/' };
const claimOf = (number: number) =>
  document(`${claims.prefix}${number}.json`, z.object({ studyId: z.string() }));

/** A run of this study, and the one that an earlier study is about to run. */
export type AwaitedRun = Extract<ReusedRun, { readonly awaits: unknown }>;

/**
 * Claims the runs of a study that no open study claimed before.
 * @param keys of the runs that no finished one stands for
 * @param isOpen whether a study still runs what it claimed
 * @returns the other ones, each with the run that is waited for
 */
export async function claimRuns(
  store: Pick<Store, 'study' | 'engineRecords'>,
  studyId: string,
  keys: ReadonlyMap<number, string>,
  isOpen: (studyId: string) => Promise<boolean>,
): Promise<readonly AwaitedRun[]> {
  const records = store.engineRecords();
  for (;;) {
    const { earlier, next, isOurs } = await readClaims(records, studyId);
    const claimed = new Map<string, AwaitedRun['awaits'][]>();
    for (const owner of earlier) {
      if (!(await isOpen(owner))) continue;
      for (const { run, key } of (await store.study(owner).find(layout.claims)) ?? []) {
        claimed.set(key, [...(claimed.get(key) ?? []), { studyId: owner, run }]);
      }
    }
    const planned = [...keys].map(([run, key]) => ({ run, key }));
    const awaited = matchFinishedRuns(planned, claimed);
    const others = new Set(awaited.map(({ run }) => run));
    await store.study(studyId).write(
      layout.claims,
      planned.filter(({ run }) => !others.has(run)),
    );
    // Who claims at the same time, and first, is waited for too.
    if (isOurs || (await records.create(claimOf(next), { studyId }))) {
      return awaited.map(({ run, from }) => ({ run, awaits: from }));
    }
  }
}

/** Studies that claimed before this one, in their order. */
async function readClaims(
  records: ReturnType<Store['engineRecords']>,
  studyId: string,
): Promise<{
  readonly earlier: readonly string[];
  readonly next: number;
  readonly isOurs: boolean;
}> {
  const { objects } = await records.list(claims);
  const numbers = objects.flatMap((name) => /^(\d+)\.json$/u.exec(name)?.[1] ?? []).map(Number);
  const earlier: string[] = [];
  for (const number of numbers.sort((a, b) => a - b)) {
    const owner = (await records.read(claimOf(number))).studyId;
    if (owner === studyId) return { earlier, next: number, isOurs: true };
    earlier.push(owner);
  }
  return { earlier, next: (numbers.at(-1) ?? 0) + 1, isOurs: false };
}
