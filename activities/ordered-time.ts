/** Only what its owner ordered begins, whatever the Temporal server starts: at the order's own times, or when they asked for it. */
import { ApplicationFailure } from '@temporalio/common';
import {
  clocksDifferMs,
  countRefused,
  orderStandsSince,
  wasAskedFor,
  type DocumentFolder,
} from '../src/store/index.ts';
import type { FlowTiming } from '../src/temporal/flow-timing.ts';
import { isOwnTime } from '../src/temporal/own-times.ts';

/** So long after the time for making up, one may still begin that waited for a worker, or for the one before. */
const waitsMs = 7 * 86_400_000;

/** A standing order, as far as its times go. */
interface TimedOrder {
  readonly createdAt: string;
  readonly timing: Pick<FlowTiming, 'cron' | 'everyMs' | 'timezone' | 'catchupMs'>;
}

/**
 * Counts what is refused, for whoever looks at the order.
 * @throws ApplicationFailure TIME_NOT_ORDERED, not retried
 */
export async function requireOrderedTime(
  folder: DocumentFolder,
  order: TimedOrder,
  what: {
    readonly passTime: string;
    readonly now: Date;
    /** Such as `schedule nightly`. */
    readonly name: string;
  },
): Promise<void> {
  const { passTime, now, name } = what;
  const why = await whyNotOrdered(folder, order, { passTime, now });
  if (why === undefined) return;
  await countRefused(folder, passTime, now);
  throw ApplicationFailure.nonRetryable(
    `Nothing was begun for ${name} at ${passTime}: ${why}. If it is wanted: doeflow ${name.replace(' ', ' trigger ')}`,
    'TIME_NOT_ORDERED',
  );
}

async function whyNotOrdered(
  folder: DocumentFolder,
  { createdAt, timing }: TimedOrder,
  { passTime, now }: { readonly passTime: string; readonly now: Date },
): Promise<string | undefined> {
  const time = new Date(passTime);
  const isOwn = isOwnTime(timing, time);
  const aheadMs = time.getTime() - now.getTime();
  if (aheadMs > clocksDifferMs) return `that time is to come, as it is ${now.toISOString()}`;
  const since = await orderStandsSince(folder, { createdAt });
  const isSince = time.getTime() >= Date.parse(since) - clocksDifferMs;
  if (isOwn && isSince && -aheadMs <= timing.catchupMs + waitsMs) return undefined;
  if (await wasAskedFor(folder, passTime, isOwn)) return undefined;
  if (!isOwn) return 'it is none of the times that were ordered, and nobody asked for one then';
  if (!isSince) return `it stands since ${since}, and nobody asked for what was before`;
  return 'that is too long ago to be made up for, and nobody asked for it';
}
