/** The stop of a study's jobs. */
import { getExternalWorkflowHandle, isCancellation } from '@temporalio/workflow';
import type { StopMode } from '../../src/run/messages.ts';
import { jobWorkflowId } from '../../src/temporal/names.ts';
import { stopJobSignal } from '../messages.ts';
import type { StudyContext } from './study-context.ts';

/** Gives back the order to stop jobs in flight: each workflow is asked once per way of stopping, however often it is given. */
export function createJobStopper({
  input,
  ledger,
}: StudyContext): (jobNumbers: readonly number[]) => Promise<void> {
  const asked = new Map<string, StopMode>();
  return async (jobNumbers) => {
    const mode = ledger.state.stopMode ?? 'stop';
    for (const jobNumber of jobNumbers) {
      const { again } = ledger.jobs.handsOf(jobNumber);
      const workflowId = jobWorkflowId(input.studyId, jobNumber, again);
      if (asked.get(workflowId) === mode) continue;
      asked.set(workflowId, mode);
      try {
        await getExternalWorkflowHandle(workflowId).signal(stopJobSignal, { mode });
      } catch (error) {
        if (isCancellation(error)) throw error;
        // It ended meanwhile, or was terminated: then what it left on the platform is stopped by the one that takes over.
        ledger.jobs.workflowGone(jobNumber, again, 'it could not be asked to stop');
      }
    }
  };
}
