import { AuthenticationError, NotFoundError, PlatformError } from '../../src/platform-api/index.ts';
import { EngineError } from '../../src/errors.ts';
import type { JobOutcome } from '../../src/archive/index.ts';
import { healingErrorOf } from '../healing-errors.ts';

/** Thrown when one job can't be archived, proven or deleted in this pass, and the others can go on. */
export class JobFault extends Error {
  readonly outcome: Extract<JobOutcome['outcome'], 'left' | 'gone' | 'failed' | 'refused'>;

  constructor(outcome: JobFault['outcome'], reason: string) {
    super(reason);
    this.name = 'JobFault';
    this.outcome = outcome;
  }
}

/** After so many attempts an error that nobody knows is taken for the job's own: it must not hold up the others for ever. */
const mostUnknownAttempts = 3;

/**
 * What became of a job by an error, where it is the job's own.
 * @throws the error itself for what heals, or may: it is waited for, and never told of the job
 */
export function outcomeOfError(
  error: unknown,
  jobId: string,
  attempt: number,
): Pick<JobOutcome, 'outcome' | 'reason'> {
  if (error instanceof JobFault) return { outcome: error.outcome, reason: error.message };
  if (error instanceof NotFoundError) {
    return { outcome: 'gone', reason: `Job ${jobId} isn’t on the platform any more` };
  }
  if (error instanceof AuthenticationError || healingErrorOf(error) !== undefined) throw error;
  const isOurs = error instanceof PlatformError || error instanceof EngineError;
  if (!isOurs && attempt <= mostUnknownAttempts) throw error;
  return { outcome: 'failed', reason: error instanceof Error ? error.message : String(error) };
}
