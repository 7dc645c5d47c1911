import type { Trouble } from '../../run/trouble.ts';
import { clusterWorkflowId } from '../../temporal/names.ts';
import type { Engine } from '../engine/open-engine.ts';
import { lookAround } from '../watch/look-at-flow.ts';
import type { ClusterLeft } from './clusters-left.ts';
import type { StoredStudy } from './stored-study.ts';

/** What keeps the workflows of a study's clusters from ending them: they live on after the study. */
export async function troublesOfClusters(
  engine: Engine,
  { studyId }: StoredStudy,
  clusters: readonly ClusterLeft[],
): Promise<readonly Trouble[]> {
  if (clusters.length === 0) return [];
  const { troubles } = await lookAround(engine, {
    workflowIds: clusters.map(({ name }) => clusterWorkflowId(name)),
    beside: [],
    again: `doeflow watch ${studyId}`,
  });
  return troubles;
}
