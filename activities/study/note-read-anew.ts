import { judgedBy } from '../../src/store/index.ts';
import { isJudgedByOutputs, mergeOutcomes, type RunOutcome } from '../../src/run/run-outcome.ts';

/** Runs that a sentence names. */
const shown = 10;

/**
 * What came of reading a study's outcomes anew, as a sentence; undefined where none was older than its outputs.
 * @param before its outcomes without that; `after` with it, in the same order
 */
export function noteReadAnew(
  before: readonly (readonly RunOutcome[])[],
  after: readonly (readonly RunOutcome[])[],
  revision: number,
): string | undefined {
  const were = mergeOutcomes(before);
  const are = mergeOutcomes(after);
  const older = before.flat().filter((one) => one.run > 0 && judgedBy(one) < revision);
  const read = new Set(older.filter(isJudgedByOutputs).map(({ run }) => run));
  if (read.size === 0) return undefined;
  const turned = (from: RunOutcome['status'], to: RunOutcome['status']): readonly number[] =>
    [...were.values()]
      .filter(({ run, status }) => run > 0 && status === from && are.get(run)?.status === to)
      .map(({ run }) => run)
      .sort((a, b) => a - b);
  const parts = [
    sentenceOf('done by these, and failed before', turned('Failed', 'Done')),
    sentenceOf('failed by these, and done before', turned('Done', 'Failed')),
  ].filter((part) => part !== '');
  const first = `Read anew from the collected files with the outputs of revision ${revision}, none was run for it: ${read.size === 1 ? '1 run' : `${read.size} runs`}`;
  return [first, ...parts].join('; ');
}

function sentenceOf(what: string, runs: readonly number[]): string {
  if (runs.length === 0) return '';
  return `${what}: ${runs.slice(0, shown).join(', ')}${runs.length > shown ? ` and ${runs.length - shown} more` : ''}`;
}
