import { isClusterOver } from '../../src/run/cluster-end.ts';
import { hoursOfCluster } from '../../src/run/hours-of-cluster.ts';
import { appendToLedger, layout } from '../../src/store/index.ts';
import type { CorePrice } from '../../src/study/cost.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { readClusterHistory } from '../clusters/read-cluster.ts';

/** How the clusters of a study stand. */
export interface ClustersSettled {
  /** One takes jobs, or will. */
  readonly living: boolean;
  /** How many were made. */
  readonly made: number;
  /** Those that the platform no longer has: what they took can't be known. */
  readonly gone: readonly string[];
}

/** Keeps what the clusters of a study took that have ended since the last look, by the platform's own times. */
export async function settleClusters(
  dependencies: ActivityDependencies,
  { studyId, price }: { readonly studyId: string; readonly price: CorePrice | undefined },
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
    const clusterId = made?.clusterId;
    if (clusterId === undefined) return { living, made: number - 1, gone };
    if (await folder.has(layout.clusterLife(clusterId))) continue;
    const history = await readClusterHistory(dependencies, clusterId, run);
    // What is gone from the platform can't be settled: all that was set aside for it stays so.
    if (history === undefined) {
      gone.push(clusterId);
      continue;
    }
    const hours = hoursOfCluster(history, dependencies.hourMs);
    if (hours === undefined) {
      living ||= !history.some(({ status }) => isClusterOver(status));
      continue;
    }
    const coreHours = hours * cluster.slots * study.job.hardware.coresPerSlot;
    if (!(await folder.create(layout.clusterLife(clusterId), { coreHours }))) continue;
    // A study without a limit sets nothing aside.
    if (price === undefined || !(await folder.has(layout.clusterReservation(number)))) continue;
    await appendToLedger(folder, [
      {
        ...{ kind: 'reservation', what: 'settle', key: `cluster ${number}` },
        ...{ at: dependencies.now().toISOString(), reservation: 'spent' },
        ...{ cost: coreHours * price.amount, currency: price.currency },
      },
    ]);
  }
}
