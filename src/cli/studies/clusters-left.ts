/** The clusters that were made for a study and go on costing money, as the platform tells of them; and what is said of them. */
import type { PlatformClient } from '../../platform-api/index.ts';
import {
  findMadeCluster,
  hasJobOn,
  listMadeClusters,
  studyOfCluster,
  type Store,
} from '../../store/index.ts';
import { slotHourOf } from '../../study/cost.ts';
import { paidHardwareOf } from '../../study/paid-hardware.ts';
import type { Study } from '../../study/study.ts';
import { otherPlatformOf, platformOfSettings } from '../engine/platform-at-hand.ts';
import type { Engine } from '../engine/open-engine.ts';
import { configuredPlatform } from '../engine/require-platform.ts';
import type { Settings } from '../../host/settings.ts';
import { amountText } from '../../study/amount-text.ts';
import { planStoredStudy } from './open-stored-study.ts';
import { createPriceReader } from './read-cost.ts';
import type { Sharers } from './sharers-of.ts';
import type { StoredStudy } from './stored-study.ts';

/** A cluster that was made for a study and has started, and has not ended. */
export interface ClusterLeft {
  readonly clusterId: string;
  /** As the study file names it. */
  readonly name: string;
  /** The platform's word. */
  readonly status: string;
  /** An estimate from the price of a core hour; null where nobody says. */
  readonly pricePerHour: number | null;
  /** ISO 4217 code; null where the platform doesn't say. */
  readonly currency: string | null;
  /** When its walltime is over, ISO 8601; null where it has none, or hasn't begun. */
  readonly endsAt: string | null;
  /** Ids of other studies that are open and share it: it goes on for them. */
  readonly sharedWith: readonly string[];
  /** Those of them whose records are damaged: they may share it. */
  readonly damaged: readonly string[];
  /** Those of them that are whole and never had a job on it: they may not have it yet, nor ever. */
  readonly jobless: readonly string[];
}

/** Reads the clusters of studies that go on. */
export interface ClusterReader {
  /** None where the platform doesn't answer within seconds, or is another one than the study's. */
  read(stored: StoredStudy): Promise<readonly ClusterLeft[]>;
}

/** Longest wait for the platform: a look at a study isn't worth more. */
const patienceMs = 3_000;

/** Clusters of one look that are asked for. */
const clustersAtMost = 20;

const over = ['Stop Requested', 'Stopping', 'Stopped', 'Error', 'Deleted'];

/**
 * A reader for one look at one or many studies.
 * @param engine absent where none is up: then a configured platform is asked all the same, as what runs there costs
 */
export function createClusterReader(
  store: Store,
  settings: Settings,
  engine: Engine | undefined,
): ClusterReader {
  const here = platformOfSettings(settings);
  const platform = engine?.platform ?? configuredPlatform(settings, store);
  const priceOf = platform && createPriceReader({ platform });
  let made: Promise<ReadonlyMap<string, readonly Made[]>> | undefined;
  let asked = 0;
  return {
    async read(stored) {
      if (platform === undefined || otherPlatformOf(stored, here) !== undefined) return [];
      made ??= madeByStudy(store);
      const clusters = (await made).get(stored.studyId) ?? [];
      if (clusters.length === 0 || asked + clusters.length > clustersAtMost) return [];
      asked += clusters.length;
      const { createPlatformClient } = await import('../../platform-api/index.ts');
      const client = createPlatformClient(platform);
      try {
        const { study } = await planStoredStudy(store, stored);
        const left = await Promise.all(
          clusters.map(async (one) => {
            // An amendment may have changed what later ones are made of.
            const as = await studyOfCluster(store.study(stored.studyId), study, one.clusterId);
            const { hardware } = as.job;
            const { slots = hardware.slots, walltimeHours } = ownOf(as) ?? {};
            const seen = await lookAt(client, one, walltimeHours ?? hardware.walltime).catch(
              () => undefined,
            );
            return seen && { seen, as, slots };
          }),
        );
        const found = left.filter((one) => one !== undefined);
        if (found.length === 0) return [];
        // What asks Temporal takes long to load.
        const { sharersOf } = await import('./sharers-of.ts');
        const sharers = await sharersOf(store, engine, stored, ownOf(study)?.name ?? '');
        const isShared = ({ clusterId }: Pick<ClusterLeft, 'clusterId'>): boolean =>
          sharers.held === undefined || sharers.held === clusterId;
        return await Promise.all(
          found.map(async ({ seen, as, slots }) => {
            const price = await priceOf?.(paidHardwareOf(as));
            return {
              ...seen,
              sharedWith: isShared(seen) ? sharers.studyIds : [],
              damaged: isShared(seen) ? sharers.damaged : [],
              jobless: isShared(seen) ? await joblessOf(store, sharers, seen) : [],
              pricePerHour: price ? slotHourOf(as, price) * slots : null,
              currency: price?.currency ?? null,
            };
          }),
        );
      } finally {
        await client.close();
      }
    },
  };
}

function ownOf({ execution: { cluster } }: Pick<Study, 'execution'>) {
  return cluster?.kind === 'own' ? cluster : undefined;
}

/** Studies that want a cluster of its name, of which no job was ever on this one. */
async function joblessOf(
  store: Store,
  { studyIds, damaged }: Pick<Sharers, 'studyIds' | 'damaged'>,
  { clusterId }: Pick<ClusterLeft, 'clusterId'>,
): Promise<readonly string[]> {
  const jobless: string[] = [];
  for (const studyId of studyIds) {
    if (damaged.includes(studyId) || (await hasJobOn(store, studyId, clusterId))) continue;
    jobless.push(studyId);
  }
  return jobless;
}

interface Made {
  readonly clusterId: string;
  readonly name: string;
}

async function madeByStudy(store: Store): Promise<ReadonlyMap<string, readonly Made[]>> {
  const byStudy = new Map<string, readonly Made[]>();
  for (const clusterId of await listMadeClusters(store)) {
    const made = await findMadeCluster(store, clusterId);
    if (made === undefined) continue;
    const { studyId, name } = made;
    byStudy.set(studyId, [...(byStudy.get(studyId) ?? []), { clusterId, name }]);
  }
  return byStudy;
}

/** Undefined for one that never started or has ended. @throws where the platform doesn't say */
async function lookAt(
  client: PlatformClient,
  { clusterId, name }: Made,
  walltimeHours: number | undefined,
): Promise<
  Omit<ClusterLeft, 'pricePerHour' | 'currency' | 'sharedWith' | 'damaged' | 'jobless'> | undefined
> {
  const { collect, normaliseStatus } = await import('../../platform-api/index.ts');
  const signal = AbortSignal.timeout(patienceMs);
  const history = await collect(client.clusters.statuses(clusterId, { signal }));
  const [latest] = history;
  const status = latest === undefined ? 'Not Started' : normaliseStatus(latest.status);
  if (status === 'Not Started' || over.includes(status)) return undefined;
  const began = history.find((entry) => normaliseStatus(entry.status) === 'Started')?.statusDate;
  const beganMs = Date.parse(began ?? '');
  const isBounded = walltimeHours !== undefined && !Number.isNaN(beganMs);
  const endsAt = isBounded ? new Date(beganMs + walltimeHours * 3_600_000).toISOString() : null;
  return { clusterId, name, status, endsAt };
}

/** `cluster c1 (beams), Started: 0.12 USD an hour, until 2026-11-22T23:08:42.000Z at the latest`. */
export function clusterWords({ clusterId, name, status, ...cost }: ClusterLeft): string {
  const { pricePerHour, currency, endsAt } = cost;
  const unit = currency === null ? '' : ` ${currency}`;
  const price =
    pricePerHour === null ? 'price unknown' : `${amountText(pricePerHour)}${unit} an hour`;
  const until = endsAt === null ? '' : `, until ${endsAt} at the latest`;
  return `cluster ${clusterId} (${name}), ${status}: ${price}${until}`;
}

/** The commands by which a study goes on that nobody works on, or is ended with what costs. @param what costs @param by the command that has it go on */
export function goOnWords(
  studyId: string,
  what = 'the cluster',
  by: 'watch' | 'resume' = 'watch',
): string {
  const ways = `to go on: doeflow ${by} ${studyId}; to end it, and ${what} with it: doeflow stop ${studyId}`;
  if (by === 'resume') return ways;
  return `${ways}; where its workflow was ended in Temporal, it goes on by: doeflow resume ${studyId}`;
}

/** Why a cluster goes on that others share; undefined for one that nobody else has. */
export function sharedWords({
  sharedWith: all,
  damaged,
  jobless,
}: Pick<ClusterLeft, 'sharedWith' | 'damaged' | 'jobless'>): string | undefined {
  const sharedWith = all.filter((studyId) => !jobless.includes(studyId));
  const [first, ...others] = sharedWith;
  if (first === undefined) {
    const [one] = jobless;
    if (one === undefined) return undefined;
    return `no job of ${jobless.join(', ')} was on it, but ${jobless.length === 1 ? 'that study is open and wants' : 'those studies are open and want'} a cluster of its name and may have it: doeflow status ${one}; otherwise it ends by itself`;
  }
  if (damaged.length > 0) {
    return `kept for ${sharedWith.join(', ')}, open and sharing it or, where the records are damaged (${damaged.join(', ')}), perhaps sharing it: it ends when the last of them has given it back, or is over`;
  }
  return others.length === 0
    ? `kept for study ${first}, which shares it and is open: it ends when that has given it back`
    : `kept for the studies ${sharedWith.join(', ')}, which share it and are open: it ends when the last of them has given it back`;
}

/** How a person ends a cluster that the engine can't end. */
export function endClusterWords({ clusterId }: Pick<ClusterLeft, 'clusterId'>): string {
  return `to end it yourself: doeflow api POST v3/clusters/${clusterId}/shutdown (where that is not served: on the platform’s own page)`;
}

/** How a person ends a cluster while nobody answers who would. */
export function endUnansweredWords(cluster: Pick<ClusterLeft, 'clusterId'>): string {
  return `nobody ends the cluster until the study is answered for (a busy worker may only be late: doeflow doctor tells); ${endClusterWords(cluster)}`;
}
