/** How workflows read failures of activities: by type and flag only, never by text. */
import {
  ActivityFailure,
  ApplicationFailure,
  ChildWorkflowFailure,
  isCancellation,
  sleep,
  TerminatedFailure,
  TimeoutFailure,
} from '@temporalio/workflow';
import { clusterLost } from '../src/run/cluster-end.ts';

/** The typed failure at the bottom of an activity's failure, if it has one; a timeout or a lost worker has none. */
export function applicationFailureOf(error: unknown): ApplicationFailure | undefined {
  if (error instanceof ApplicationFailure) return error;
  if (error instanceof ActivityFailure && error.cause instanceof ApplicationFailure) {
    return error.cause;
  }
  return undefined;
}

/** True for a token that was refused: nothing is wrong with the study, someone has to renew it. */
export function isAuthenticationFailure(error: unknown): boolean {
  return applicationFailureOf(error)?.type === 'API_AUTHENTICATION';
}

/** True when the platform said no for good: repeating the same call can't help. */
export function isRefusal(error: unknown): boolean {
  return applicationFailureOf(error)?.nonRetryable === true;
}

/** True for what isn't there on the platform, deleted perhaps. */
export function isNotFound(error: unknown): boolean {
  return applicationFailureOf(error)?.type === 'API_NOT_FOUND';
}

/** True for a submit that was refused as the cluster which it was for had ended. */
export function isClusterLost(error: unknown): boolean {
  return applicationFailureOf(error)?.type === clusterLost;
}

/** Why a workflow that was started from here ended without its result, in a few words. */
export function lossOf(error: unknown): string {
  const cause = error instanceof ChildWorkflowFailure ? error.cause : error;
  if (cause instanceof TerminatedFailure) return 'it was terminated';
  if (cause instanceof TimeoutFailure) return 'it timed out';
  if (isCancellation(cause)) return 'it was cancelled in Temporal';
  return sentenceOf(cause);
}

/** A sentence for the reader. */
export function sentenceOf(error: unknown): string {
  const failure = applicationFailureOf(error);
  if (failure !== undefined) return failure.message;
  return error instanceof Error ? error.message : String(error);
}

/** Further looks, each twice as far from the last, where a refusal follows a try of unknown outcome. */
const furtherLooks = 3;

/** An effect that must not happen twice: how it is tried, and how it is looked for. */
export interface OnceOptions<T> {
  readonly attempt: () => Promise<T>;
  /** What the platform shows of the effect; undefined for nothing. */
  readonly find: () => Promise<T | undefined>;
  readonly lagMs: number;
  readonly retryMs: number;
  /** Hears what delays the effect: a sentence, and the failure's type where it has one. */
  readonly onTrouble: (sentence: string, code?: string) => void;
}

/**
 * Tries an effect that must not happen twice. After any attempt that didn't end well, `find` looks for the effect; a miss counts only after
 * a second look past the list's lag. So a refusal is believed only when the platform shows nothing of the effect: a gateway that sends a
 * request twice answers with the refusal of its second one. Returns what was found or made.
 * @throws the activity's failure when the platform refuses, and cancellations.
 */
export async function doOnce<T>(options: OnceOptions<T>): Promise<T> {
  let unknownOutcomes = 0;
  for (let round = 1; ; round += 1) {
    try {
      return await options.attempt();
    } catch (error) {
      if (isCancellation(error)) throw error;
      if (isAuthenticationFailure(error)) {
        options.onTrouble(sentenceOf(error), applicationFailureOf(error)?.type ?? undefined);
        await sleep(Math.min(options.retryMs * 8, 15_000), {
          summary: 'until the token is tried again',
        });
      } else if (isRefusal(error)) {
        const found = await findRefused(options, error, unknownOutcomes);
        if (found !== undefined) return found;
        throw error;
      } else {
        unknownOutcomes += 1;
        options.onTrouble(sentenceOf(error), applicationFailureOf(error)?.type ?? undefined);
        await sleep(waitOf(options.retryMs, round), {
          summary: 'until it is looked whether the call had its effect',
        });
      }
    }
    const found = (await options.find()) ?? (await lookAgain(options));
    if (found !== undefined) return found;
  }
}

/** Rounds with short waits; then only the call itself can be sick, and each round is history. */
const shortRounds = 60;

/** The wait after a failed round: at most 15 s, a minute after very many. */
function waitOf(retryMs: number, round: number): number {
  const longestMs = round > shortRounds ? 60_000 : Math.min(retryMs * 10, 15_000);
  return Math.min(retryMs * 2 ** Math.min(round - 1, 7), longestMs);
}

/**
 * What the platform shows of an effect that it refused. Where an earlier try may have had it, the refusal itself speaks for that, and is
 * believed only after further looks.
 * @throws ApplicationFailure with both sentences when the platform refuses the look as well.
 */
async function findRefused<T>(
  options: OnceOptions<T>,
  refusal: unknown,
  unknownOutcomes: number,
): Promise<T | undefined> {
  try {
    let found = (await options.find()) ?? (await lookAgain(options));
    for (
      let look = 1;
      found === undefined && unknownOutcomes > 0 && look <= furtherLooks;
      look += 1
    )
      found = await lookAgain({ ...options, lagMs: options.lagMs * 2 ** look });
    return found;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw ApplicationFailure.nonRetryable(
      `${sentenceOf(refusal)}; whether it happened all the same can't be seen: ${sentenceOf(error)}`,
      applicationFailureOf(refusal)?.type,
    );
  }
}

async function lookAgain<T>(
  options: Pick<OnceOptions<T>, 'find' | 'lagMs'>,
): Promise<T | undefined> {
  await sleep(options.lagMs, { summary: 'until the platform’s list shows what was made' });
  return options.find();
}
