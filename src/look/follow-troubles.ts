import type { Trouble } from '../run/trouble.ts';

/** A trouble and when a look saw it last. */
export interface KnownTrouble {
  readonly trouble: Trouble;
  readonly seenMs: number;
}

/** A trouble that no look has seen for so long is over: between two tries of an activity it may be hidden for a moment. */
const usualOverAfterMs = 1_500;

/** How looks are taken together. */
export interface FollowOptions {
  /** Nothing but the look's own trouble could be seen: what was known may still be. */
  readonly isBlind?: boolean | undefined;
  readonly overAfterMs?: number;
}

/** `known` with what one more look saw, each since its first sight, the oldest first. */
export function followTroubles(
  known: readonly KnownTrouble[],
  seen: readonly Trouble[],
  nowMs: number,
  { isBlind = false, overAfterMs = usualOverAfterMs }: FollowOptions = {},
): readonly KnownTrouble[] {
  const kept = known
    .filter(({ trouble }) => !seen.some((one) => one.waitingFor === trouble.waitingFor))
    .map((one) => (isBlind ? { ...one, seenMs: nowMs } : one))
    .filter(({ seenMs }) => nowMs - seenMs < overAfterMs);
  const now = seen.map((trouble) => {
    const before = known.find((one) => one.trouble.waitingFor === trouble.waitingFor)?.trouble;
    const since = [trouble.since, before?.since ?? trouble.since].sort()[0] ?? trouble.since;
    return { trouble: { ...trouble, since }, seenMs: nowMs };
  });
  return [...kept, ...now].sort((a, b) => a.trouble.since.localeCompare(b.trouble.since));
}
