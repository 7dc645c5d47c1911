import { getExternalWorkflowHandle, log } from '@temporalio/workflow';
import type { ClusterBorrower, ClusterNews } from '../../src/run/messages.ts';
import { clusterNewsSignal } from '../messages.ts';

/** Sends news of a cluster to a study; false where the study is gone. */
export async function tellStudy(
  { studyWorkflowId, studyId }: Pick<ClusterBorrower, 'studyWorkflowId' | 'studyId'>,
  news: ClusterNews,
): Promise<boolean> {
  try {
    await getExternalWorkflowHandle(studyWorkflowId).signal(clusterNewsSignal, {
      ...news,
      ...(studyId === undefined ? {} : { studyId }),
    });
    return true;
  } catch (error) {
    log.info('A study that had borrowed the cluster is gone', { study: studyWorkflowId, error });
    return false;
  }
}
