/** Some jobs of a pass: copied, then read back and proven. What an earlier try copied is kept; one bad job is recorded and passed over. */
import type { BatchCounts, BatchTarget } from '../../src/run/archive-contract.ts';
import type { Pace } from '../../src/run/messages.ts';
import { createActivityProxies } from '../activity-proxies.ts';

/** Input of {@link archiveBatchWorkflow}. */
export interface ArchiveBatchInput extends BatchTarget {
  readonly pace: Pace;
}

/** Copies and proves; gives back how many came out in which way. */
export async function archiveBatchWorkflow({
  pace,
  ...target
}: ArchiveBatchInput): Promise<BatchCounts> {
  const { transfer } = createActivityProxies(pace);
  const archived = await transfer.archiveJobs(target);
  const proven = await transfer.proveJobs(target);
  return { archived, proven };
}
