import type { CarriedCluster } from './carried-cluster.ts';
import type { ClusterLeft } from './find-cluster-left.ts';

/**
 * What changes where a workflow goes on with a cluster that another one left: the open studies that may have it keep it until they give it back, or
 * are gone. Pure.
 * @param studyId the study that had this workflow started: it asks for itself, unless it wants none
 */
export function takenOver(
  { borrowers, studyIds, everBorrowed }: CarriedCluster,
  { madeFor, holders = [] }: ClusterLeft,
  studyId: string,
): Partial<CarriedCluster> {
  const others = holders.filter((holder) => holder.studyId !== studyId);
  const named = others.flatMap((other) =>
    other.studyId === undefined ? [] : [[other.studyWorkflowId, other.studyId] as const],
  );
  return {
    ...(madeFor === undefined ? {} : { madeFor }),
    borrowers: [...new Set([...borrowers, ...others.map((other) => other.studyWorkflowId)])],
    ...(named.length === 0 ? {} : { studyIds: { ...studyIds, ...Object.fromEntries(named) } }),
    everBorrowed: everBorrowed || others.length > 0,
  };
}
