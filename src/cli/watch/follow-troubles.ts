/** Which trouble is new, has changed or is over, from look to look. Pure. */
import type { Trouble } from '../../run/trouble.ts';
import { formatDuration } from '../format-quantities.ts';
import { troubleLine } from './trouble-words.ts';

/** A trouble and when a look saw it last. */
export interface KnownTrouble {
  readonly trouble: Trouble;
  readonly seenMs: number;
}

/** A trouble that no look has seen for so long is over: between two tries of an activity it may be hidden for a moment. */
const overAfterMs = 1_500;

/** `known` with what one more look saw. @param isBlind nothing but the look's own trouble could be seen: what was known may still be */
export function followTroubles(
  known: readonly KnownTrouble[],
  seen: readonly Trouble[],
  nowMs: number,
  isBlind = false,
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

/** Lines for what began, changed and ended between two sets; none while all stays as it is. */
export function troubleNews(
  before: readonly Trouble[],
  after: readonly Trouble[],
  now: Date,
): readonly string[] {
  const begun = after.filter(
    ({ waitingFor, code }) =>
      !before.some((one) => one.waitingFor === waitingFor && one.code === code),
  );
  const over = before.filter(
    ({ waitingFor }) => !after.some((one) => one.waitingFor === waitingFor),
  );
  return [
    ...over.map(({ waitingFor, since }) => {
      const lastedMs = Math.max(0, now.getTime() - Date.parse(since));
      return `recovered after ${formatDuration(lastedMs)}: no longer waiting for ${waitingFor}`;
    }),
    ...begun.flatMap((trouble) => [troubleLine(trouble, now), `  to do: ${trouble.whatToDo}`]),
  ];
}
