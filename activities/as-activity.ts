/** What every activity needs around it: a beat while it works, patience with what heals, failures that Temporal understands. */
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { faultCode, lostStepCode } from '../src/run/cures.ts';
import { readTrouble, troubleOf, type Trouble } from '../src/run/trouble.ts';
import { isFault, toApplicationFailure } from './application-failure.ts';
import { CallWatch } from './call-watch.ts';
import { TroubleMemory } from './trouble-memory.ts';
import { waitOutTrouble } from './wait-out-trouble.ts';

const memory = new TroubleMemory();

/** How often an activity beats; the SDK sends on what the heartbeat timeout needs. */
const beatMs = 500;

/** An attempt ends by itself this long before its time is over, at most a quarter of it. */
const marginMs = 30_000;

/** Tries of an activity that a study can do without, before the study goes on without it over a fault of the program. */
const triesOfFault = 8;

/**
 * Trouble of this machine is over when work has gone on for so long since its latest failure, beside the time that the failed try took; the
 * longest wait between two tries is in it.
 */
const quietMs = 8_000;

/** What was handed back needs no rest. */
const handedBackRetryMs = 100;

/** What an activity is given beside its input. */
export interface ActivityRun {
  /** Aborts when the activity is cancelled or its worker shuts down. */
  readonly signal: AbortSignal;
  /** 1 on the first try. */
  readonly attempt: number;
  /** Sets what the next beats carry: progress for the reader, seen in the Temporal UI and by `doeflow watch`. */
  show(details: object): void;
}

/** How an activity takes errors that heal by themselves. */
export interface ActivityManner {
  /** It may be tried again without a look at what the failed try left: then it waits inside until what it needs is back. */
  readonly repeatable: boolean;
  /** Its study goes on where it is refused, and tells so. */
  readonly dispensable: boolean;
  /** It does nothing but wait. */
  readonly waiting?: boolean;
  /** Aborted once its worker is asked to end. */
  readonly handBack?: AbortSignal | undefined;
  /** A cheap call that fails while the platform refuses the token. */
  readonly checkToken: () => Promise<void>;
}

/** What the tries of one activity met last. */
interface OwnTrouble {
  readonly trouble: Trouble;
  readonly atMs: number;
  /** From the beginning of the try to its failure. */
  readonly tookMs: number;
}

/** Wraps one activity function. */
export function asActivity<Input, Output>(
  work: (input: Input, run: ActivityRun) => Promise<Output>,
  { repeatable, dispensable, waiting = false, handBack, checkToken }: ActivityManner,
): (input: Input) => Promise<Output> {
  return async (input) => {
    const context = Context.current();
    const { attempt, startToCloseTimeoutMs, heartbeatDetails } = context.info;
    const cancelled = context.cancellationSignal;
    const { signal: idle, close } = eitherOf(cancelled, handBack);
    const signal = waiting ? idle : cancelled;
    const calls = new CallWatch();
    const begunMs = performance.now();
    let details: object | undefined;
    const earlier = readTrouble(heartbeatDetails);
    // Until this try has come further than the one before, what that met is still waited for.
    let own: OwnTrouble | undefined =
      attempt > 1 && earlier !== undefined
        ? { trouble: earlier, atMs: Date.now(), tookMs: 0 }
        : undefined;
    let tryBegunMs = Date.now();
    const meet = (trouble: Trouble): Trouble =>
      memory.meet(studyOf(input) ?? context.info.activityId, trouble, Date.now());
    // It is over however long the work still takes; a try that has begun doesn't end it, as it may fail again.
    const isOver = ({ trouble, atMs, tookMs }: OwnTrouble): boolean =>
      trouble.code.startsWith('API_')
        ? calls.wasAnsweredSince(atMs)
        : Date.now() - atMs > quietMs + 2 * tookMs;
    const present = (): Trouble | undefined => {
      return (own === undefined || isOver(own) ? undefined : own.trouble) ?? calls.trouble();
    };
    const beat = setInterval(() => {
      const trouble = present();
      context.heartbeat(trouble === undefined ? details : { ...details, trouble });
    }, beatMs);
    try {
      const once = (): Promise<Output> => {
        tryBegunMs = Date.now();
        return work(input, {
          signal,
          attempt,
          show: (shown) => {
            details = shown;
          },
        });
      };
      return await calls.during(() =>
        repeatable
          ? waitOutTrouble(once, {
              // Between two tries nothing is under way.
              signal: idle,
              untilMs: begunMs + lastingOf(startToCloseTimeoutMs),
              earlier,
              now: () => new Date(),
              onTrouble: (trouble) => {
                const atMs = Date.now();
                own = { trouble: meet(trouble), atMs, tookMs: atMs - tryBegunMs };
              },
              checkToken,
            })
          : once(),
      );
    } catch (error) {
      if (cancelled.aborted) await context.cancelled;
      if (handBack?.aborted === true && (waiting || isAbort(error))) throw handedBack();
      const failure = toApplicationFailure(error, attempt);
      // The last word of this try: when the trouble began is told by it while the next try is waited for.
      const said = { code: codeOf(failure), message: failure.message };
      const trouble = troubleOf(said, new Date().toISOString(), own?.trouble ?? earlier);
      context.heartbeat({ ...details, trouble: meet(trouble) });
      if (!dispensable || attempt < triesOfFault || !isFault(error)) throw failure;
      throw ApplicationFailure.nonRetryable(
        `${failure.message}; it was tried ${attempt} times, and is done without`,
        faultCode,
      );
    } finally {
      clearInterval(beat);
      close();
    }
  };
}

/** A signal that follows two; `close` has it leave the second, which outlives it. */
function eitherOf(
  one: AbortSignal,
  other: AbortSignal | undefined,
): { readonly signal: AbortSignal; readonly close: () => void } {
  if (other === undefined) return { signal: one, close: () => undefined };
  const both = new AbortController();
  const abort = (): void => both.abort();
  for (const signal of [one, other]) {
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  }
  return {
    signal: both.signal,
    close: () => {
      for (const signal of [one, other]) signal.removeEventListener('abort', abort);
    },
  };
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** As if its worker was lost, and known at once: another one has the next try. */
function handedBack(): ApplicationFailure {
  return ApplicationFailure.create({
    type: lostStepCode,
    message: 'its worker was asked to end, and handed it back',
    nextRetryDelay: handedBackRetryMs,
  });
}

function studyOf(input: unknown): string | undefined {
  const isNamed = typeof input === 'object' && input !== null && 'studyId' in input;
  return isNamed && typeof input.studyId === 'string' ? input.studyId : undefined;
}

function codeOf(failure: Error): string {
  return (failure instanceof ApplicationFailure ? failure.type : undefined) ?? failure.name;
}

function lastingOf(startToCloseMs: number): number {
  return startToCloseMs - Math.min(marginMs, startToCloseMs / 4);
}
