import { mergeOutcomes } from '../run/run-outcome.ts';
import { bestRuns } from './best-runs.ts';
import { formatCount } from './format-count.ts';
import type { SectionInput } from './section-input.ts';

/** Of a sample, runs of one kind have at most this part. */
const mostOfKind = 0.25;

/** The parts of a report's input that tell which of its runs a sample must hold. */
export type KeptRunsInput = Pick<
  SectionInput,
  'attempts' | 'numericInputs' | 'responses' | 'study' | 'summary' | 'table'
>;

/** Runs of one kind that a sample holds. */
export interface KeptRuns {
  /** How many there are, in words, such as `the 9 failed runs`. */
  readonly words: (held: number, all: number) => string;
  /** Their numbers, from 1. */
  readonly runs: readonly number[];
  /** Of more than the sample has room for, those are held that the fixed mixing picks. */
  readonly most: number;
}

/** What a sample of a study's runs holds of each kind whatever chance says: what a reader is told to look at, and what a picture without would lie about. */
export function keptRuns(input: KeptRunsInput, most: number): readonly KeptRuns[] {
  const { summary, attempts } = input;
  const named = runsNamedIn([
    ...summary.warnings,
    ...summary.estimators.flatMap(({ reasons }) => reasons),
  ]);
  const failed = [...mergeOutcomes(attempts).values()]
    .filter(({ run, status, reason }) => run > 0 && status === 'Failed' && reason !== 'stopped')
    .map(({ run }) => run);
  const room = Math.floor(most * mostOfKind);
  const kinds: readonly KeptRuns[] = [
    {
      words: counted('run that a reason names', 'runs that reasons name'),
      runs: named,
      most: room,
    },
    { words: () => 'the best runs', runs: bestRuns(input)?.runs ?? [], most: room },
    { words: extremeWords, runs: extremes(input), most: room },
    {
      words: counted('run of the Pareto front', 'runs of the Pareto front'),
      runs: summary.paretoFront ?? [],
      most: room,
    },
    { words: counted('failed run', 'failed runs'), runs: failed, most: room },
  ];
  return kinds.filter(({ runs }) => runs.length > 0);
}

function extremeWords(held: number, all: number): string {
  return `the extremes of ${held < all ? 'most columns' : 'each column'}`;
}

function counted(one: string, several: string): KeptRuns['words'] {
  const noun = (count: number): string => (count === 1 ? one : several);
  return (held, all) =>
    held < all
      ? `${formatCount(held)} of the ${formatCount(all)} ${noun(all)}`
      : `the ${all === 1 ? '' : `${formatCount(all)} `}${noun(all)}`;
}

/** Numbers of runs in sentences such as `run 4 holds 98 %` and `without the runs 3, 7 and 9`. */
export function runsNamedIn(texts: readonly string[]): readonly number[] {
  const found = texts.flatMap((text) =>
    [...text.matchAll(/\bruns? (\d+(?:(?:, | and )\d+)*)(?!\d|\.\d| %)/gu)].flatMap(
      ([, list = '']) => list.split(/, | and /u).map(Number),
    ),
  );
  return [...new Set(found)].filter((run) => run > 0);
}

/** The runs with the lowest and highest value of each input of numbers, and, among the accepted ones, of each response. */
function extremes({ numericInputs, responses }: KeptRunsInput): readonly number[] {
  const found = [...responses, ...numericInputs].flatMap(({ values }) => {
    let [low, high] = [-1, -1];
    values.forEach((value, row) => {
      if (!Number.isFinite(value)) return;
      if (low < 0 || value < (values[low] ?? NaN)) low = row;
      if (high < 0 || value > (values[high] ?? NaN)) high = row;
    });
    return low < 0 ? [] : [low + 1, high + 1];
  });
  return [...new Set(found)];
}
