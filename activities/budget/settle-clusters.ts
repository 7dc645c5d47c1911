import { isClusterOver, startOfCluster } from '../../src/run/cluster-end.ts';
import { appendToLedger, layout } from '../../src/store/index.ts';
import type { CorePrice } from '../../src/study/cost.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { readClusterHistory } from '../clusters/read-cluster.ts';

/** The statuses that end what a cluster costs. */
const lastStatuses: ReadonlySet<string> = new Set(['Stopped', 'Error']);

/** How the clusters of a study stand. */
export interface ClustersSettled {
  /** One takes jobs, or will. */
  readonly living: boolean;
  /** How many were made, or refused. */
  readonly made: number;
  /** Those that the platform no longer has: what they took can't be known. */
  readonly gone: readonly string[];
}

/** Keeps what the clusters of a study took that have ended since the last look, by the platform's own times. */
export async function settleClusters(
  dependencies: ActivityDependencies,
  { studyId, price }: { readonly studyId: string; readonly price: CorePrice },
  run: ActivityRun,
): Promise<ClustersSettled> {
  const folder = dependencies.store.study(studyId);
  const { study } = await dependencies.studyCache.get(studyId);
  const { cluster } = study.execution;
  if (cluster?.kind !== 'own') return { living: false, made: 0, gone: [] };
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
      living ||= !history.some(({ status }) => isClusterOver(status));
      continue;
    }
    const hours =
      startedMs === undefined
        ? 0
        : Math.max(0, endedMs - startedMs) / (dependencies.hourMs ?? 3_600_000);
    const coreHours = hours * cluster.slots * study.job.hardware.coresPerSlot;
    if (!(await folder.create(layout.clusterLife(clusterId), { coreHours }))) continue;
    // A study without a limit sets nothing aside.
    if (!(await folder.has(layout.clusterReservation(number)))) continue;
    await appendToLedger(folder, [
      {
        ...{ kind: 'reservation', what: 'settle', key: `cluster ${number}` },
        ...{ at: dependencies.now().toISOString(), reservation: 'spent' },
        ...{ cost: coreHours * price.amount, currency: price.currency },
      },
    ]);
  }
}
