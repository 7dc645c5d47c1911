/**
 * One look for clusters and jobs on the platform that no workflow answers for any more, started by a schedule and by each worker at its start.
 *
 * One activity does it all; what it found stands in the store, where whoever looks at studies is told of it. Waits for nothing, takes no messages.
 */
import type { ReapCounts, ReaperInput } from '../../src/run/reaper-contract.ts';
import { createActivityProxies } from '../activity-proxies.ts';

export function reaperWorkflow({ reason, pace }: ReaperInput): Promise<ReapCounts> {
  return createActivityProxies(pace).step.reap({ reason });
}
