/**
 * Which study runs what, of those that reuse: a run that an open study is about to run is waited for by those that come later. Claims are in an order, what is
 * claimed waits for nothing, and each study waits for what was claimed earlier: no two can wait for each other.
 */
import { z } from 'zod';
import { document, type StoredPrefix } from '../objects/index.ts';
import { matchFinishedRuns } from '../study/match-finished-runs.ts';
import { layout } from './layout.ts';
import type { AwaitedRun, ClaimedRun } from './schemas/run-keys.ts';
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

/** What a study is about to run. */
export interface Claiming {
  readonly studyId: string;
  /** Of the runs that no finished one stands for. */
  readonly keys: ReadonlyMap<number, string>;
  /** Of runs that it runs itself, whoever claims them too. */
  readonly own?: ReadonlyMap<number, string>;
  /** Whether what the study claimed before stays claimed; all else of it is given up. Default: what it claims now, with the same key. */
  readonly stays?: (claimed: ClaimedRun) => boolean;
  /** Whether a run that another study claimed can't be waited for. */
  readonly isOut?: (awaits: AwaitedRun['awaits']) => boolean;
}

/**
 * Claims the runs of a study that no open study claims, and gives up what it doesn't run any more, in one step. What is claimed comes after all that was
 * claimed before, also by a study that has claims already.
 * @param standOf what a study that claimed before has yet to give
 * @returns the other ones, each with the run that is waited for
 */
export async function claimRuns(
  store: Pick<Store, 'study' | 'engineRecords'>,
  claiming: Claiming,
  standOf: (studyId: string) => Promise<StandOfStudy>,
): Promise<readonly AwaitedRun[]> {
  const { studyId, keys, own = new Map<number, string>(), stays } = claiming;
  const records = store.engineRecords();
  const folder = store.study(studyId);
  const isSame = ({ run, key }: ClaimedRun): boolean => keys.get(run) === key;
  for (;;) {
    const claims = await listClaims(records);
    const { next } = claims;
    const last = lastClaims(claims).get(studyId);
    // What a try that died had written and not claimed is nobody's.
    const kept = claimedBy(await folder.find(layout.claims), last).filter(stays ?? isSame);
    const known = new Set(kept.map(({ run }) => run));
    const isNew = ({ run }: { readonly run: number }): boolean => !known.has(run);
    const planned = linesOf(keys).filter(isNew);
    const others = await readClaimed(store, claims, claiming, standOf);
    const awaited = matchFinishedRuns(planned, others);
    const left = new Set(awaited.map(({ run }) => run));
    const claimed = [...planned.filter(({ run }) => !left.has(run)), ...linesOf(own).filter(isNew)];
    const lines = [...kept, ...claimed.map((one) => ({ ...one, since: next }))];
    await folder.write(
      layout.claims,
      lines.sort((a, b) => a.run - b.run),
    );
    // Who claims at the same time, and first, is waited for too.
    if (claimed.length === 0 || (await records.create(claimOf(next), { studyId }))) {
      return awaited.map(({ run, from }) => ({ run, awaits: from }));
    }
  }
}

function linesOf(keys: ReadonlyMap<number, string>): readonly ClaimedRun[] {
  return [...keys].map(([run, key]) => ({ run, key }));
}

/** What a study claims; not what a try wrote that died before it claimed. */
export async function readOwnClaims(
  store: Pick<Store, 'study' | 'engineRecords'>,
  studyId: string,
): Promise<readonly ClaimedRun[]> {
  const last = lastClaims(await listClaims(store.engineRecords())).get(studyId);
  return claimedBy(await store.study(studyId).find(layout.claims), last);
}

/** What all other studies claim, by key, in the order of the claims. */
async function readClaimed(
  store: Pick<Store, 'study' | 'engineRecords'>,
  claims: Claims,
  { studyId, isOut }: Pick<Claiming, 'studyId' | 'isOut'>,
  standOf: (studyId: string) => Promise<StandOfStudy>,
): Promise<ReadonlyMap<string, readonly AwaitedRun['awaits'][]>> {
  const claimed = new Map<string, AwaitedRun['awaits'][]>();
  for (const [owner, last] of lastClaims(claims)) {
    if (owner === studyId) continue;
    const { kind, underWay } = await standOf(owner);
    if (kind === 'over') {
      await forget(store.engineRecords(), claims, owner);
      continue;
    }
    const lines = claimedBy(await store.study(owner).find(layout.claims), last);
    for (const { run, key } of lines) {
      const awaits = { studyId: owner, run };
      if ((kind === 'lost' && !underWay.has(run)) || isOut?.(awaits) === true) continue;
      claimed.set(key, [...(claimed.get(key) ?? []), awaits]);
    }
  }
  return claimed;
}

/** Of what a study wrote, that which it has claimed: up to its last claim. */
function claimedBy(
  lines: readonly ClaimedRun[] = [],
  last: number | undefined,
): readonly ClaimedRun[] {
  return last === undefined ? [] : lines.filter(({ since = 0 }) => since <= last);
}

/** Claims what a study claimed before once more, as it is run again after its end: its claim may be forgotten. */
export async function claimAgain(
  store: Pick<Store, 'study' | 'engineRecords'>,
  studyId: string,
): Promise<void> {
  const folder = store.study(studyId);
  const lines = (await folder.find(layout.claims)) ?? [];
  const records = store.engineRecords();
  for (;;) {
    const { all, next } = await listClaims(records);
    const others = all.filter(({ owner }) => owner !== studyId);
    // A claim that another study made instead was never this one's: a try wrote its runs, and died.
    const lost = new Set(others.map(({ number }) => number));
    const own = lines.filter(({ since = 0 }) => !lost.has(since));
    if (own.length === 0) return;
    const last = all.at(-1);
    // An older one may be being forgotten; the last one never is.
    if (last?.owner === studyId && last.number === next - 1) return;
    await folder.write(layout.claims, own);
    if (await records.create(claimOf(next), { studyId })) return;
  }
}

/** Removes the claims of a study that is over, but the last one of all: its number must not be given twice. */
async function forget(records: Records, { all, next }: Claims, owner: string): Promise<void> {
  for (const { number, owner: claims } of all) {
    if (claims === owner && number < next - 1) await records.remove(claimOf(number));
  }
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

/** Studies in the order in which they claimed first, each with the number of its last claim. */
function lastClaims({ all }: Claims): ReadonlyMap<string, number> {
  return new Map(all.map(({ owner, number }) => [owner, number]));
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
