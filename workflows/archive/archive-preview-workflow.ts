/** Which jobs a pass would touch: chooses them as a pass does, and does nothing else. */
import type { ArchiveInput, PassSelection } from '../../src/run/archive-contract.ts';
import { workflowInfo } from '@temporalio/workflow';
import { createActivityProxies } from '../activity-proxies.ts';

export async function archivePreviewWorkflow({
  archive,
  pace,
  passTime,
}: ArchiveInput): Promise<PassSelection> {
  const target = { archive, passTime: passTime ?? workflowInfo().startTime.toISOString() };
  return createActivityProxies(pace).transfer.selectJobs(target);
}
