/** The retries that a person asked for. Pure. */
import type { HeldRunsRequest, RetryRequest } from '../../src/run/messages.ts';
import type { PlannedRetry } from '../../src/run/activity-contract.ts';
import type { AskedRetry, StudyChange, StudyLedgerState } from './study-state.ts';

/** What a person asked for with a retry that is planned now, and the files it runs with; undefined where nobody asked. */
export function askedOf(
  request: AskedRetry | undefined,
  revision: number | undefined,
): RetryRequest | undefined {
  if (request === undefined || request.runs === 'stopped' || request.runs === 'added')
    return undefined;
  return revision === undefined ? request : { ...request, revision };
}

/** The runs that were stopped with these jobs. @param ticket by which a person let the study go on */
export function heldRunsOf(ofJobs: readonly number[], ticket: string | undefined): HeldRunsRequest {
  return { runs: 'stopped', ofJobs, ...(ticket === undefined ? {} : { ticket }) };
}

/** What a paused study that goes on runs again: what was stopped with these jobs. It looks at what other studies have done meanwhile, and asks again for a cluster that was refused. */
export function onGoOn(
  {
    state,
    requests,
    plan,
    cluster,
  }: Pick<StudyLedgerState, 'state' | 'requests' | 'plan' | 'cluster'>,
  heldJobs: readonly number[],
  ticket: string | undefined,
): Partial<StudyLedgerState> {
  if (state !== 'Paused') return {};
  return {
    ...(cluster.kind === 'refused' ? { cluster: { ...cluster, isSeen: true } } : {}),
    ...(plan?.reuseNotes === undefined ? {} : { looksAgain: true }),
    ...(heldJobs.length === 0 ? {} : { requests: [...requests, heldRunsOf(heldJobs, ticket)] }),
  };
}

/** What of a retry is still to be planned, once some of it is. @param began its first job */
export function onRetryPlanned(
  { requests }: Pick<StudyLedgerState, 'requests'>,
  request: AskedRetry | undefined,
  { left = 0 }: PlannedRetry,
  began: number | undefined,
): Partial<StudyLedgerState> {
  if (request === undefined) return { retryable: left };
  const isWhole = left === 0 || !requests.includes(request);
  return isWhole
    ? { requests: requests.filter((one) => one !== request), retryBegan: undefined }
    : { retryBegan: began };
}

/** The files of a revision can't be had: what was asked for with them isn't run. */
export function onRevisionRefused(
  { requests, sentRevision }: Pick<StudyLedgerState, 'requests' | 'sentRevision'>,
  refused: number,
  why: string,
): StudyChange {
  const others = requests.filter(
    (request) =>
      request.runs === 'stopped' || request.runs === 'added' || request.revision !== refused,
  );
  return {
    change: {
      ...{ revision: sentRevision, requests: others },
      ...(others[0] === requests[0] ? {} : { retryBegan: undefined }),
    },
    note: `Nothing was run again with revision ${refused} of the study's files: ${why}`,
  };
}
