/** An order to an open study is waited for as long as somebody may take it: where nobody answers, that is said, and the waiting has an end. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { UsageError } from '../../errors.ts';
import type { CommandContext } from '../context.ts';
import type { Engine } from '../engine/open-engine.ts';
import { exitCodes } from '../exit-codes.ts';
import { holdsOrder, keptWords } from './held-order.ts';
import type { OpenStudy } from './open-study.ts';
import { sendUpdate, type SentUpdate } from './send-update.ts';
import { readSilence, type Silence } from './silent-study.ts';
import type { StoredStudy } from './stored-study.ts';
import { whatGoesOn } from './what-goes-on.ts';

/** An order, and to whom. */
export interface StudyOrder {
  readonly context: Pick<CommandContext, 'output' | 'interrupt'>;
  readonly engine: Engine;
  readonly stored: StoredStudy;
  readonly open: Pick<OpenStudy, 'handle'>;
  /** Completes "the order to …". */
  readonly to: string;
  /** What of it holds in any case, as a sentence. */
  readonly kept?: string;
  /** How long it waits for somebody who answers, in milliseconds; the usual time where absent. */
  readonly waitMs?: number | undefined;
}

/** How often is looked, in milliseconds. */
export interface OrderPace {
  /** An answer that comes so soon is waited for without a look. */
  readonly quietMs: number;
  readonly lookMs: number;
  /** How long nobody may answer. */
  readonly patienceMs: number;
}

/** Parts that doeflow starts itself come back by themselves, and take longer for it. */
const embeddedPatienceMs = 60_000;
/** A script may give a command 25 s. */
const usualPatienceMs = 15_000;
const quietMs = 1_500;
const lookMs = 1_000;

/**
 * Sends the order under an id of its own, and gives what {@link sendUpdate} does.
 * @throws UsageError USAGE_NO_WORKER, exit code 7, where nobody answered in time, and USAGE_INTERRUPTED, exit code 130: both say whether the
 * order stands
 */
export function orderStudy<T>(
  order: StudyOrder,
  send: (updateId: string) => Promise<T>,
  pace: OrderPace = { quietMs, lookMs, patienceMs: patienceOf(order) },
): Promise<SentUpdate<T>> {
  return sendUpdate(order.stored.studyId, () => answered(order, send, pace));
}

function patienceOf({ engine, waitMs }: StudyOrder): number {
  const usualMs = engine.embedded ? embeddedPatienceMs : usualPatienceMs;
  return waitMs ?? usualMs;
}

/** True for an error after which the order may stand. */
export function isUnansweredOrder(error: unknown): boolean {
  if (!(error instanceof UsageError)) return false;
  return error.code === 'USAGE_NO_WORKER' || error.code === 'USAGE_INTERRUPTED';
}

async function answered<T>(
  order: StudyOrder,
  send: (updateId: string) => Promise<T>,
  pace: OrderPace,
): Promise<T> {
  const { interrupt } = order.context;
  const updateId = randomUUID();
  interrupt.handle();
  if (interrupt.signal.aborted) {
    throw new UsageError(
      'USAGE_INTERRUPTED',
      `Interrupted before the order to ${order.to} was sent: nothing was asked of study ${order.stored.studyId}`,
      { exitCode: exitCodes.interrupted, hint: 'You can repeat the same command.' },
    );
  }
  const sent = send(updateId);
  // Where the waiting ends before, nobody hears it any more.
  sent.catch(() => undefined);
  const over = new AbortController();
  try {
    const waits = [
      untilInterrupted(order, updateId, over.signal),
      untilSilent(order, updateId, pace, over.signal),
    ];
    for (const wait of waits) wait.catch(() => undefined);
    return await Promise.race([sent, ...waits]);
  } finally {
    over.abort();
  }
}

/** Rejects where the person doesn't wait for the answer. */
async function untilInterrupted(
  order: StudyOrder,
  updateId: string,
  over: AbortSignal,
): Promise<never> {
  const { signal } = order.context.interrupt;
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true, signal: over });
  });
  const { studyId } = order.stored;
  throw new UsageError(
    'USAGE_INTERRUPTED',
    `Interrupted. ${keptWords(order, await holdsOrder(order.engine, order.open, updateId))}`,
    { exitCode: exitCodes.interrupted, hint: `How it stands: doeflow status ${studyId}` },
  );
}

/** Rejects where nobody answers for longer than the patience; tells of it before, once. */
async function untilSilent(
  order: StudyOrder,
  updateId: string,
  { quietMs, lookMs, patienceMs }: OrderPace,
  over: AbortSignal,
): Promise<never> {
  const { engine, open, context, stored } = order;
  const begun = performance.now();
  let silentSince: number | undefined;
  let isTold = false;
  await delay(quietMs, undefined, { signal: over });
  for (;;) {
    const silence = await readSilence(engine, open);
    over.throwIfAborted();
    if (silence === undefined) silentSince = undefined;
    else {
      silentSince ??= isTold ? performance.now() : begun;
      if (!isTold) {
        isTold = true;
        await tellSilence(order, updateId, silence);
        for (const line of await whatGoesOn(engine, stored)) context.output.warn(line);
        over.throwIfAborted();
        const left = Math.max(1, Math.round((patienceMs - (performance.now() - begun)) / 1000));
        context.output.warn(`${silence.whatToDo}. An answer is waited for, for ${left} s more`);
      }
      if (performance.now() - silentSince >= patienceMs)
        throw await unanswered(order, updateId, silence, patienceMs);
    }
    await delay(lookMs, undefined, { signal: over });
  }
}

async function tellSilence(
  order: StudyOrder,
  updateId: string,
  { who, why }: Silence,
): Promise<void> {
  const { studyId } = order.stored;
  const held = await holdsOrder(order.engine, order.open, updateId);
  order.context.output.warn(
    `${who} answers, so study ${studyId} does not take the order to ${order.to} yet: ${why}. ${keptWords(order, held)}`,
  );
}

async function unanswered(
  order: StudyOrder,
  updateId: string,
  { who, whatToDo }: Silence,
  patienceMs: number,
): Promise<UsageError> {
  const held = await holdsOrder(order.engine, order.open, updateId);
  const { studyId } = order.stored;
  return new UsageError(
    'USAGE_NO_WORKER',
    `${who} answered for ${Math.round(patienceMs / 1000)} s. ${keptWords(order, held)}`,
    {
      exitCode: exitCodes.unreachable,
      hint: `${whatToDo}. How it stands then: doeflow status ${studyId}`,
    },
  );
}
