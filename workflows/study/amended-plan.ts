/** What an amendment changes of a study that is started. Pure. */
import type { AddedRunsRequest } from '../../src/run/amend-messages.ts';
import type { RetryRequest } from '../../src/run/messages.ts';
import type { PlanSummary } from '../../src/run/plan-summary.ts';
import type { AskedRetry, StudyLedgerState } from './study-state.ts';

const addedRuns: AddedRunsRequest = { runs: 'added' };

/** The study runs by its plan, which may be an amended one: with the files of that, and with the runs that it adds. */
export function onPlanned(
  { requests, revision }: Pick<StudyLedgerState, 'requests' | 'revision'>,
  plan: PlanSummary,
  retry: RetryRequest | undefined,
): Partial<StudyLedgerState> {
  const { revision: amended, hasAdded, onlyAmended, takenUp } = plan;
  const onlyAsked = retry === undefined ? takenUp?.onlyBegun : retry.runs !== 'failed';
  return {
    state: 'Running',
    onlyRequests: onlyAsked === true || onlyAmended === true,
    ...(amended === undefined
      ? {}
      : { revision: Math.max(revision ?? amended, amended), sentRevision: amended }),
    ...(hasAdded === true && onlyAsked !== true ? { requests: withAdded(requests) } : {}),
  };
}

/** With a request for what was added: once, however often it is asked for. */
export function withAdded(requests: readonly AskedRetry[]): readonly AskedRetry[] {
  return requests.some(({ runs }) => runs === 'added') ? requests : [...requests, addedRuns];
}
