import { isClusterOver, startOfCluster } from '../../src/run/cluster-end.ts';
import { firstRevision } from '../../src/run/first-revision.ts';
import { appendToLedger, layout, openHardwareBook } from '../../src/store/index.ts';
import type { CorePrice } from '../../src/study/cost.ts';
import { describeCluster } from '../../src/study/own-cluster.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { readClusterHistory } from '../clusters/read-cluster.ts';

/** The statuses that end what a cluster costs. */
const lastStatuses: ReadonlySet<string> = new Set(['Stopped', 'Error']);

/** How the clusters of a study stand. */
export interface ClustersSettled {
  /** One takes jobs, or will, and is made of what is asked for. */
  readonly living: boolean;
  /** How many were made, or refused. */
  readonly made: number;
  /** Those that the platform no longer has: what they took can't be known. */
  readonly gone: readonly string[];
}

/**
 * Keeps what the clusters of a study took that have ended since the last look, by the platform's own times; each by the hardware and price of its own.
 * @param input `price` where that of a cluster isn't known; `revision` by which one is asked for, absent: the newest
 */
export async function settleClusters(
  dependencies: ActivityDependencies,
  {
    studyId,
    price,
    revision,
  }: { readonly studyId: string; readonly price: CorePrice; readonly revision?: number },
  run: ActivityRun,
): Promise<ClustersSettled> {
  const folder = dependencies.store.study(studyId);
  const { study } = await dependencies.studyCache.get(studyId);
  const { cluster } = study.execution;
  if (cluster?.kind !== 'own') return { living: false, made: 0, gone: [] };
  const book = await openHardwareBook(folder, study);
  const madeOf = async (at?: number): Promise<string> =>
    describeCluster((await dependencies.studyCache.get(studyId, at)).study);
  let living = false;
  const gone: string[] = [];
  for (let number = 1; ; number += 1) {
    const made = await folder.find(layout.clusterMade(number));
    if (made?.refused === true) continue;
    const clusterId = made?.clusterId;
    if (clusterId === undefined) return { living, made: number - 1, gone };
    if (await folder.has(layout.clusterLife(clusterId))) continue;
    const history = await readClusterHistory(dependencies, clusterId, run);
    // What is gone from the platform can't be settled: all that was set aside for it stays so.
    if (history === undefined) {
      gone.push(clusterId);
      continue;
    }
    const startedMs = startOfCluster(history);
    const endedMs = Math.max(
      ...history
        .filter(({ status }) => lastStatuses.has(status))
        .map(({ statusDate }) => Date.parse(statusDate ?? ''))
        .filter(Number.isFinite),
    );
    if (!Number.isFinite(endedMs)) {
      const isOn = !history.some(({ status }) => isClusterOver(status));
      living ||=
        isOn && (await madeOf(made?.revision ?? firstRevision)) === (await madeOf(revision));
      continue;
    }
    const hours =
      startedMs === undefined
        ? 0
        : Math.max(0, endedMs - startedMs) / (dependencies.hourMs ?? 3_600_000);
    const hardware = book.ofCluster(made ?? {});
    const { slots } = hardware.cluster ?? cluster;
    const coreHours = hours * slots * hardware.coresPerSlot;
    if (!(await folder.create(layout.clusterLife(clusterId), { coreHours }))) continue;
    // A study without a limit sets nothing aside.
    if (!(await folder.has(layout.clusterReservation(number)))) continue;
    const { amount, currency } = (await book.priceOf(hardware)) ?? price;
    await appendToLedger(folder, [
      {
        ...{ kind: 'reservation', what: 'settle', key: `cluster ${number}` },
        ...{ at: dependencies.now().toISOString(), reservation: 'spent' },
        ...{ cost: coreHours * amount, currency },
      },
    ]);
  }
}
