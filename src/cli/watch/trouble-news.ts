/** Which trouble is new, has changed or is over, from look to look. Pure. */
import type { Trouble } from '../../run/trouble.ts';
import { formatDuration } from '../format-quantities.ts';
import { troubleLine } from './trouble-words.ts';

/**
 * Lines for what began, changed and ended between two sets; none while all stays as it is.
 * @param isGivenUp who waited has come to an end: what was waited for may still be as it was
 */
export function troubleNews(
  before: readonly Trouble[],
  after: readonly Trouble[],
  now: Date,
  isGivenUp = false,
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
      const lasted = formatDuration(lastedMs);
      return isGivenUp
        ? `the study ended while it still waited for ${waitingFor}, after ${lasted}: that is not known to have recovered`
        : `recovered after ${lasted}: no longer waiting for ${waitingFor}`;
    }),
    ...begun.flatMap((trouble) => [troubleLine(trouble, now), `  to do: ${trouble.whatToDo}`]),
  ];
}
