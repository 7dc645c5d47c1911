/** Optional outputs that no run has: mostly a wrong file name or pattern, which fails no run, so that nobody would hear of it. */
import type { RunOutcome } from '../run/run-outcome.ts';
import { isUnreadable } from '../run/done-message.ts';
import type { OutputVariable, Study } from './study.ts';

/** What is said of them; the same text however many runs are done. Nothing of those that can't be read: the message of each run says why. */
export function noteMissingResponses(
  outcomes: Iterable<RunOutcome>,
  { variables }: Pick<Study, 'variables'>,
): readonly string[] {
  const done = [...outcomes].filter(({ status }) => status === 'Done');
  if (done.length === 0) return [];
  const isMissing = (name: string): boolean =>
    done.every((one) => (one.values[name] ?? null) === null && !isUnreadable(one, name));
  return variables
    .filter((one): one is OutputVariable => one.type === 'Output' && !one.required)
    .filter(({ name }) => isMissing(name))
    .map(
      ({ name, source }) =>
        `the optional output ${name} is missing in all done runs: see whether they write ${placeOf(source)}, and whether \`from\` names it rightly; with required: true a run without it fails`,
    );
}

function placeOf(source: OutputVariable['source']): string {
  if ('file' in source) return source.file;
  return source.kind === 'stdout' ? 'it to their standard output' : 'it in the post-process';
}
