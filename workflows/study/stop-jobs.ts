/** The stop of a study's jobs. */
import { getExternalWorkflowHandle, isCancellation } from '@temporalio/workflow';
import type { StopMode } from '../../src/run/messages.ts';
import { jobWorkflowId } from '../../src/temporal/names.ts';
import { stopJobSignal } from '../messages.ts';
import type { StudyContext } from './study-context.ts';

/** Gives back the order to stop whatever is in flight: each workflow is asked once per way of stopping, however often it is given. */
export function createJobStopper({ input, ledger }: StudyContext): () => Promise<void> {
  const asked = new Map<string, StopMode>();
  return async () => {
    const mode = ledger.state.stopMode ?? 'stop';
    ledger.showActivity('stopping jobs');
    for (const jobNumber of ledger.jobs.inFlightNumbers) {
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
