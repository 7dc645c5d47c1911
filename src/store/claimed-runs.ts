/**
 * Which study runs what, of those that reuse: a run that an open study is about to run is waited for by those that come later. Claims are in an order,
 * and each study waits for earlier ones alone: no two can wait for each other.
 */
import { z } from 'zod';
import { document, type StoredPrefix } from '../objects/index.ts';
import { matchFinishedRuns } from '../study/match-finished-runs.ts';
import { layout } from './layout.ts';
import type { AwaitedRun } from './schemas/run-keys.ts';
import type { Store } from './store.ts';

const claims: StoredPrefix = { prefix: 'claims/' };
const claimOf = (number: number) =>
  document(`${claims.prefix}${number}.json`, z.object({ studyId: z.string() }));

/** What a study has yet to give: all that it claimed, some of it, or nothing. */
export interface StandOfStudy {
  /** `open`: its workflow runs. `lost`: it has neither that nor an end. `over`: it has ended, or is gone. */
  readonly kind: 'open' | 'lost' | 'over';
  /** Of a lost one: runs of its jobs that are on the platform and aren't collected. */
  readonly underWay: ReadonlySet<number>;
}

/**
 * Claims the runs of a study that no open study claimed before.
 * @param keys of the runs that no finished one stands for
 * @param standOf what a study that claimed before has yet to give
 * @returns the other ones, each with the run that is waited for
 */
export async function claimRuns(
  store: Pick<Store, 'study' | 'engineRecords'>,
  studyId: string,
  keys: ReadonlyMap<number, string>,
  standOf: (studyId: string) => Promise<StandOfStudy>,
): Promise<readonly AwaitedRun[]> {
  const records = store.engineRecords();
  for (;;) {
    const { earlier, next, isOurs } = await readClaims(records, studyId);
    const claimed = new Map<string, AwaitedRun['awaits'][]>();
    for (const { number, owner } of earlier) {
      const { kind, underWay } = await standOf(owner);
      if (kind === 'over') {
        await forget(records, number, next);
        continue;
      }
      for (const { run, key } of (await store.study(owner).find(layout.claims)) ?? []) {
        if (kind === 'lost' && !underWay.has(run)) continue;
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

/** Claims what a study claimed before once more, as it is run again after its end: its claim may be forgotten. */
export async function claimAgain(
  store: Pick<Store, 'study' | 'engineRecords'>,
  studyId: string,
): Promise<void> {
  if (((await store.study(studyId).find(layout.claims)) ?? []).length === 0) return;
  const records = store.engineRecords();
  for (;;) {
    const { all, next } = await listClaims(records);
    const last = all.at(-1);
    // An older one may be being forgotten; the last one never is.
    if (last?.owner === studyId && last.number === next - 1) return;
    if (await records.create(claimOf(next), { studyId })) return;
  }
}

/** Removes the claim of a study that is over, but the last one of all: its number must not be given twice. */
async function forget(records: Records, number: number, next: number): Promise<void> {
  if (number < next - 1) await records.remove(claimOf(number));
}

type Records = ReturnType<Store['engineRecords']>;

interface Claim {
  readonly number: number;
  readonly owner: string;
}

/** All claims, in their order, and the number that the next one gets. */
interface Claims {
  readonly all: readonly Claim[];
  readonly next: number;
}

/** Studies that claimed before this one, in their order. */
async function readClaims(
  records: Records,
  studyId: string,
): Promise<{
  readonly earlier: readonly Claim[];
  readonly next: number;
  readonly isOurs: boolean;
}> {
  const { all, next } = await listClaims(records);
  const ours = all.findIndex(({ owner }) => owner === studyId);
  return { earlier: ours < 0 ? all : all.slice(0, ours), next, isOurs: ours >= 0 };
}

async function listClaims(records: Records): Promise<Claims> {
  const { objects } = await records.list(claims);
  const numbers = objects
    .flatMap((name) => /^(\d+)\.json$/u.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
  const all: Claim[] = [];
  for (const number of numbers) {
    const claim = await records.find(claimOf(number));
    // Another study has forgotten it meanwhile; its number is taken all the same.
    if (claim !== undefined) all.push({ number, owner: claim.studyId });
  }
  return { all, next: (numbers.at(-1) ?? 0) + 1 };
}
