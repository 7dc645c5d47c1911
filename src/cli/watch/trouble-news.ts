/** Which trouble is new, has changed or is over, from look to look. Pure. */
import type { Trouble } from '../../run/trouble.ts';
import { formatDuration } from '../format-quantities.ts';
import { troubleLine } from './trouble-words.ts';

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
