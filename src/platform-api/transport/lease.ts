/**
 * How programs that share a token share the budget of one scope, as arithmetic over one small record. The budget is a line of turns, one each
 * `eachMs`; whoever needs turns takes the next piece of the line. A turn may be used from its own moment on and until `burst` further ones have
 * come, then it lapses: in any stretch of time at most the pace's share and `burst` turns are used, however many programs take part and whichever
 * of them is killed, and what nobody used needs no way back. The record carries the latest time that any of them wrote, which all go on from:
 * clocks that differ move nothing but that one moment.
 */
import { z } from 'zod';
import type { BudgetLimit } from './budget.ts';

const time = z.number().min(0).max(8.64e15);

/** What is kept of one scope. */
const lineSchema = z.object({
  /** The latest time that anybody wrote, in epoch milliseconds by the fastest of their clocks. */
  nowMs: time,
  /** Up to here all turns are given out. */
  spokenForMs: time,
  /** The platform refused a call: no turn lies before. */
  blockedUntilMs: time,
  /** Share of the limit that is used after refusals; it grows back with time. */
  pace: z.number().min(0.01).max(1),
  refusedAtMs: time,
  /** Who took turns last, when, and until when these reach; and by which limit, which earlier versions didn't say. */
  takers: z
    .array(
      z.object({
        ...{ by: z.string(), atMs: time, untilMs: time },
        perHour: z.number().positive().optional(),
      }),
    )
    .max(1000),
});
export type TurnLine = Readonly<z.infer<typeof lineSchema>>;

/** Who asks, by its own clock. */
export interface Asker {
  readonly by: string;
  readonly nowMs: number;
  readonly limit: BudgetLimit;
}

/** A piece of the line: the first turn's moment, and one more after each `eachMs`; all by the shared clock. */
export interface Lease {
  readonly count: number;
  readonly firstMs: number;
  readonly eachMs: number;
  /** After its moment a turn may be used for so long. */
  readonly lastsMs: number;
  /** The asker's clock is behind the shared one by so much. */
  readonly behindMs: number;
  /** Before that the asker would get no further piece. */
  readonly restUntilMs: number;
  /** Programs that take turns now, the asker among them. */
  readonly sharers: number;
  /** Another program goes by so many an hour, fewer than the asker: that counts for both. */
  readonly lowerPerHour?: number;
}

/** What asking gave: a piece and the line after it, or until when there is none. */
export type Taken =
  | { readonly line: TurnLine; readonly lease: Lease }
  | { readonly waitMs: number; readonly sharers: number };

/** The line is given out for so long ahead, so that whoever comes new waits no longer for a first turn. */
export const aheadMs = 5_000;

const slowestPace = 0.1;
const slower = 0.7;
/** From the slowest pace to the full one. */
const recoveryMs = 30 * 60_000;
/** Refusals so close together are one. */
const sameRefusalMs = 10_000;

/** The record as it was read; in place of one that can't be read stands one without turns in hand, so that none is given twice. */
export function parseLine(found: unknown, nowMs: number): TurnLine {
  const empty = { nowMs, blockedUntilMs: 0, pace: 1, refusedAtMs: 0, takers: [] };
  if (found === undefined) return { ...empty, spokenForMs: 0 };
  const parsed = lineSchema.safeParse(found);
  return parsed.success ? parsed.data : { ...empty, spokenForMs: nowMs };
}

/** The next piece of the line, at most `wanted` turns. */
export function takeTurns(line: TurnLine, { by, ...asker }: Asker, wanted: number): Taken {
  const nowMs = Math.max(asker.nowMs, line.nowMs);
  const recent = nowMs - aheadMs;
  const others = line.takers.filter(
    (one) => one.by !== by && Math.max(one.atMs, one.untilMs) > recent,
  );
  const own = line.takers.find((one) => one.by === by);
  const sharers = others.length + 1;
  const lowest = Math.min(...others.map(({ perHour }) => perHour ?? Infinity));
  const limit = lowest < asker.limit.perHour ? atMost(lowest, asker.limit) : asker.limit;
  const eachMs = 3_600_000 / (limit.perHour * paceAt(line, nowMs));
  // Half of the burst may lie in the past; the other half is what a turn may wait with who took it.
  const reachMs = eachMs * Math.max(1, limit.burst / 2);
  const fromMs = Math.max(line.spokenForMs, nowMs - reachMs, line.blockedUntilMs);
  const waitMs = Math.max(
    // Who comes new finds room for a turn, however slow the line.
    fromMs - nowMs - Math.max(aheadMs, (sharers + 1) * eachMs),
    // Whoever has turns that don't come yet leaves the next piece to the others.
    restUntilMs(own?.untilMs ?? 0, sharers, eachMs) - nowMs,
  );
  if (waitMs > 0) return { waitMs, sharers };
  const share = (aheadMs + Math.max(0, nowMs - fromMs)) / sharers;
  const count = Math.max(1, Math.min(wanted, Math.floor(share / eachMs)));
  const spokenForMs = fromMs + count * eachMs;
  const takers = [
    ...others,
    { by, atMs: nowMs, untilMs: spokenForMs, perHour: asker.limit.perHour },
  ].slice(-1000);
  return {
    line: { ...line, nowMs, spokenForMs, takers },
    lease: {
      ...{ count, eachMs, sharers },
      firstMs: fromMs + eachMs,
      lastsMs: eachMs * Math.max(2, limit.burst),
      behindMs: nowMs - asker.nowMs,
      restUntilMs: restUntilMs(spokenForMs, sharers, eachMs),
      ...(limit === asker.limit ? {} : { lowerPerHour: limit.perHour }),
    },
  };
}

/** The same share at once of fewer an hour. */
function atMost(perHour: number, limit: BudgetLimit): BudgetLimit {
  return { perHour, burst: Math.max(1, (limit.burst * perHour) / limit.perHour) };
}

/** Until when a program whose turns reach so far asks for no more. */
function restUntilMs(untilMs: number, sharers: number, eachMs: number): number {
  return untilMs - Math.max(aheadMs / sharers, eachMs);
}

/** The line after the platform refused a call: all wait as long as it said, and go on slower, as others use the same token. */
export function refuseTurns(line: TurnLine, askerNowMs: number, retryAfterMs: number): TurnLine {
  const nowMs = Math.max(askerNowMs, line.nowMs);
  const isSame = nowMs < Math.max(line.refusedAtMs + sameRefusalMs, line.blockedUntilMs);
  const blockedUntilMs = Math.max(line.blockedUntilMs, nowMs + retryAfterMs);
  if (isSame) return { ...line, nowMs, blockedUntilMs };
  const pace = Math.max(slowestPace, paceAt(line, nowMs) * slower);
  return { ...line, nowMs, blockedUntilMs, pace, refusedAtMs: nowMs };
}

/** The share of the limit that is used at a time. */
function paceAt(line: TurnLine, nowMs: number): number {
  const calmMs = Math.max(0, nowMs - Math.max(line.refusedAtMs, line.blockedUntilMs));
  return Math.min(1, line.pace + (calmMs / recoveryMs) * (1 - slowestPace));
}
