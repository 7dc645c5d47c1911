import type { RetryRequest } from '../../src/run/messages.ts';
import type { StudyContext } from './study-context.ts';
import type { AskedRetry } from './study-state.ts';

/**
 * True when all that is asked for waits to be planned, or runs in a job that was planned for it with the same files: to run it once more would
 * be to pay twice.
 */
export function isUnderWay(
  { ledger, input }: Pick<StudyContext, 'ledger' | 'input'>,
  request: RetryRequest,
): boolean {
  const { plan, requests, revision: latest } = ledger.state;
  const starting = plan === undefined && input.retry !== undefined ? [input.retry] : [];
  const revision = request.revision ?? latest;
  return (
    [...starting, ...requests].some((one) => covers(one, request)) ||
    Object.values(ledger.jobs.state.askedRetries).some(
      (one) => one.revision === revision && covers(one, request),
    )
  );
}

function covers(wide: AskedRetry, narrow: RetryRequest): boolean {
  if (wide.runs === 'stopped' || wide.runs === 'added') return false;
  if (wide.runs === 'failed') return true;
  const { runs } = wide;
  return narrow.runs !== 'failed' && narrow.runs.every((run) => runs.includes(run));
}
