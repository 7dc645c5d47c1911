import type { AddedRunsRequest } from '../../src/run/amend-messages.ts';
import type { AskedRetry } from './study-state.ts';

const addedRuns: AddedRunsRequest = { runs: 'added' };

/** With a request for what was added: once, however often it is asked for. */
export function withAdded(requests: readonly AskedRetry[]): readonly AskedRetry[] {
  return requests.some(({ runs }) => runs === 'added') ? requests : [...requests, addedRuns];
}
