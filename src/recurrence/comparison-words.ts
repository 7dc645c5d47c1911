/** A verdict as sentences, for the results, the summary and whoever is told. */
import { assertNever } from '../errors.ts';
import { printNumber } from '../numbers/index.ts';
import type { OutcomeValue } from '../run/run-outcome.ts';
import type { Comparison, ComparedResponse, MovedValue } from './compare-results.ts';
import type { OccurrenceFacts, Verdict } from './judge-occurrence.ts';

/** Most responses that a sentence names. */
const mostNamed = 5;

/** What was found, in a sentence or two. @param reference the study with which it was compared */
export function describeVerdict(
  verdict: Verdict,
  { against, done }: OccurrenceFacts,
  { state, reference }: { readonly state: string; readonly reference: string | undefined },
): readonly string[] {
  switch (verdict.comparison) {
    case 'first':
      return [
        done > 0
          ? 'First occurrence: the next ones are compared with it'
          : 'First occurrence: none of its runs is done, so it is no reference for the next ones',
      ];
    case 'same':
      return [`The same as ${reference}: ${sameWords(against)}`, ...runWords(against)];
    case 'moved':
      return [`Moved since ${reference}: ${movedWords(against)}`, ...runWords(against)];
    case 'incomparable':
      if (typeof against === 'object' && 'differs' in against) {
        const next = verdict.becomesReference ? '; the next ones are compared with this one' : '';
        return [`Not comparable with ${reference}: ${against.differs}${next}`];
      }
      return typeof against === 'object' && against.lostRuns.length > 0
        ? [`Not comparable with ${reference}: runs that it has are missing`, ...runWords(against)]
        : [`Not compared: the study ended as ${state}`];
    default:
      return assertNever(verdict.comparison);
  }
}

function sameWords(against: OccurrenceFacts['against']): string {
  if (!isComparison(against)) return '';
  const values = against.responses.reduce((sum, { compared }) => sum + compared, 0);
  const different = against.responses.filter(({ furthest }) => furthest !== undefined);
  const within =
    different.length === 0
      ? 'all equal'
      : `within the tolerances; furthest: ${different.slice(0, mostNamed).map(furthestWords).join(', ')}`;
  return `${values} values of ${against.responses.length} responses, ${within}`;
}

function movedWords(against: OccurrenceFacts['against']): string {
  if (!isComparison(against)) return '';
  const { responses, moved, movedValues } = against;
  const values = responses.reduce((sum, { compared }) => sum + compared, 0);
  const named = responses
    .filter((response) => response.moved > 0)
    .slice(0, mostNamed)
    .map((response) => {
      const first = movedValues.find((value) => value.response === response.response);
      return response.furthest === undefined && first !== undefined
        ? `${response.moved} of ${firstWords(first)}`
        : `${response.moved} of ${furthestWords(response)}`;
    });
  return `${moved} of ${values} values are beyond their tolerances: ${named.join(', ')}`;
}

function furthestWords({ response, furthest }: ComparedResponse): string {
  if (furthest === undefined) return response;
  const { run, now, before } = furthest;
  return `${response} (run ${run}: ${printNumber(now)} instead of ${printNumber(before)})`;
}

function firstWords({ response, run, now, before }: MovedValue): string {
  return `${response} (run ${run}: ${valueWords(now)} instead of ${valueWords(before)})`;
}

function valueWords(value: OutcomeValue): string {
  return value === null ? 'no value' : JSON.stringify(value).slice(0, 80);
}

function runWords(against: OccurrenceFacts['against']): readonly string[] {
  if (!isComparison(against)) return [];
  const { lostRuns, gainedRuns } = against;
  return [
    ...(lostRuns.length === 0 ? [] : [`Done in the reference, but not now: ${runList(lostRuns)}`]),
    ...(gainedRuns.length === 0
      ? []
      : [`Without a reference, as it failed there: ${runList(gainedRuns)}`]),
  ];
}

function runList(runs: readonly number[]): string {
  const more = runs.length > 10 ? ` and ${runs.length - 10} more` : '';
  return `${runs.length === 1 ? 'run' : 'runs'} ${runs.slice(0, 10).join(', ')}${more}`;
}

/** True where the two could be compared. */
export function isComparison(against: OccurrenceFacts['against']): against is Comparison {
  return typeof against === 'object' && 'responses' in against;
}
