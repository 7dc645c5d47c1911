/** Sees to it that what clusters took is known soon after they have ended, whatever has become of their studies. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { settleClusters } from '../activities/budget/settle-clusters.ts';
import type { ActivityDependencies } from '../activities/dependencies.ts';
import { findMadeCluster, layout, listMadeClusters, unlessDamaged } from '../src/store/index.ts';

/** What the watch works with. */
export interface SettledKeeping {
  readonly dependencies: ActivityDependencies;
  readonly log: Pick<Logger, 'warn'>;
  /** Ends the watch. */
  readonly signal: AbortSignal;
  /** Whether the platform at hand is the study's. */
  readonly isOnPlatform: (studyId: string) => Promise<boolean>;
  /** From one look to the next, in milliseconds. */
  readonly everyMs?: number;
}

/** Looks until the signal. Never throws: what fails is logged, and tried again. */
export async function keepClustersSettled(keeping: SettledKeeping): Promise<void> {
  const { signal, everyMs = 30_000 } = keeping;
  const settled = new Set<string>();
  for (;;) {
    try {
      await settleOnce(keeping, settled);
    } catch (error) {
      if (signal.aborted) return;
      keeping.log.warn({ error }, 'Could not look for what clusters that have ended took');
    }
    await delay(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
  }
}

/** @param settled clusters that needn't be looked at again */
async function settleOnce(
  { dependencies, signal, isOnPlatform }: SettledKeeping,
  settled: Set<string>,
): Promise<void> {
  const { store } = dependencies;
  const studies = new Set<string>();
  for (const clusterId of await listMadeClusters(store, { withEnded: true })) {
    if (settled.has(clusterId)) continue;
    const { studyId } = (await findMadeCluster(store, clusterId)) ?? {};
    const isKnown =
      studyId === undefined || (await store.study(studyId).has(layout.clusterLife(clusterId)));
    if (isKnown) settled.add(clusterId);
    else studies.add(studyId);
  }
  for (const studyId of studies) {
    const price = await unlessDamaged(() => store.study(studyId).find(layout.price));
    if (price === undefined || !(await isOnPlatform(studyId))) continue;
    const run = { attempt: 1, signal, show: () => undefined };
    const { gone } = await settleClusters(dependencies, { studyId, price }, run);
    for (const clusterId of gone) settled.add(clusterId);
  }
}
