import type { Store } from '../../store/index.ts';
import { describeCluster } from '../../study/own-cluster.ts';
import type { Study } from '../../study/study.ts';
import { describeHeldCluster } from '../studies/held-cluster.ts';
import type { StoredStudy } from '../studies/stored-study.ts';

/** Whether what a study has yet to run finds a cluster that it has: of the study as it stands, which may leave it for another one, and as it would be. */
export interface OnCluster {
  readonly before: boolean;
  readonly after: boolean;
}

/** Reads it of a study with a cluster of its own; undefined for others. */
export async function readOnCluster(
  store: Store,
  stored: StoredStudy,
  { before, after }: { readonly before: Study; readonly after: Study },
): Promise<OnCluster | undefined> {
  if (after.execution.cluster?.kind !== 'own') return undefined;
  const madeOf = await describeHeldCluster(store, stored);
  return { before: madeOf === describeCluster(before), after: madeOf === describeCluster(after) };
}
