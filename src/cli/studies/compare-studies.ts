/** Two studies, run by run: what differs in their inputs, and how far their responses are apart. Pure. */
import { moments } from '../../analysis/moments.ts';
import { compareResults, type ComparedResponse, type Comparison } from '../../recurrence/index.ts';
import { mergeOutcomes, type RunOutcome } from '../../run/run-outcome.ts';
import { countRevisions, type RunsOfRevision } from '../../run/revision-of.ts';
import type { Plan } from '../../study/plan.ts';
import { responseNames } from '../../study/response-names.ts';
import type { Study, Tolerance } from '../../study/study.ts';
import { matchRuns, type MatchedRuns } from './match-runs.ts';

/** One side of a comparison. */
export interface ComparedStudy {
  readonly study: Study;
  readonly plan: Plan;
  readonly attempts: readonly (readonly RunOutcome[])[];
}

/** Names that only one of the two has. */
export interface NamesApart {
  readonly onlyInFirst: readonly string[];
  readonly onlyInSecond: readonly string[];
}

/** Mean and standard deviation of a response; null where no run, or only one, has a number. */
export interface ResponseMoments {
  readonly mean: number | null;
  readonly standardDeviation: number | null;
}

export type StudyResponse = ComparedResponse & {
  readonly first: ResponseMoments;
  readonly second: ResponseMoments;
};

export interface StudyComparison extends Omit<Comparison, 'responses'> {
  readonly inputs: NamesApart;
  readonly responsesApart: NamesApart;
  /** No run where the inputs have different names: nothing can be held against each other then. */
  readonly runs: MatchedRuns;
  readonly responses: readonly StudyResponse[];
  /** How many done runs of each study ran with each revision of its files. */
  readonly revisions: Readonly<Record<'first' | 'second', readonly RunsOfRevision[]>>;
  /** The same inputs, runs and responses, every value within its tolerance, and at least one value compared. */
  readonly equal: boolean;
}

/**
 * Compares the responses that both have, over the runs of equal inputs; runs are named by their numbers in the first study.
 * @param tolerance for every response; default: the `regression` of the second study's file
 */
export function compareStudies(
  first: ComparedStudy,
  second: ComparedStudy,
  tolerance?: Tolerance,
): StudyComparison {
  const inputs = namesApart(first.plan.columns, second.plan.columns);
  const responsesApart = namesApart(responseNames(first.study), responseNames(second.study));
  const runs = isEmpty(inputs)
    ? matchRuns(first.plan, second.plan)
    : { pairs: [], onlyInFirst: [], onlyInSecond: [] };
  const before = outcomesOf(
    first,
    runs.pairs.map(([run]) => [run, run]),
  );
  const now = outcomesOf(second, runs.pairs);
  const variables = second.study.variables.filter(
    ({ name }) => !responsesApart.onlyInSecond.includes(name),
  );
  const regression =
    tolerance === undefined
      ? second.study.regression
      : {
          tolerances: Object.fromEntries(variables.map(({ name }) => [name, tolerance])),
          ignore: [],
        };
  const comparison = compareResults(
    { variables, ...(regression === undefined ? {} : { regression }) },
    before,
    now,
  );
  return {
    ...comparison,
    ...{ inputs, responsesApart, runs },
    revisions: { first: revisionsOf(first), second: revisionsOf(second) },
    responses: comparison.responses.map((response) => ({
      ...response,
      first: momentsOf(before, response.response),
      second: momentsOf(now, response.response),
    })),
    equal:
      comparison.responses.some(({ compared }) => compared > 0) &&
      [inputs, responsesApart, runs].every(isEmpty) &&
      comparison.moved + comparison.lostRuns.length + comparison.gainedRuns.length === 0,
  };
}

/** Outcomes that count, by the run's number in the first study. */
function outcomesOf(
  { attempts }: ComparedStudy,
  pairs: MatchedRuns['pairs'],
): ReadonlyMap<number, RunOutcome> {
  const byRun = new Map([...mergeOutcomes(attempts).values()].map((each) => [each.run, each]));
  return new Map(
    pairs.flatMap(([first, own]) => {
      const outcome = byRun.get(own);
      return outcome === undefined ? [] : [[first, outcome] as const];
    }),
  );
}

function revisionsOf({ attempts }: ComparedStudy): readonly RunsOfRevision[] {
  return countRevisions(mergeOutcomes(attempts).values());
}

function momentsOf(outcomes: ReadonlyMap<number, RunOutcome>, name: string): ResponseMoments {
  const values = [...outcomes.values()].flatMap(({ status, values: { [name]: value } }) =>
    status === 'Done' && typeof value === 'number' ? [value] : [],
  );
  const found = moments(Float64Array.from(values));
  return {
    mean: found?.mean ?? null,
    standardDeviation: found?.standardDeviation ?? null,
  };
}

function namesApart(first: readonly string[], second: readonly string[]): NamesApart {
  return {
    onlyInFirst: first.filter((name) => !second.includes(name)),
    onlyInSecond: second.filter((name) => !first.includes(name)),
  };
}

function isEmpty({
  onlyInFirst,
  onlyInSecond,
}: {
  readonly onlyInFirst: readonly unknown[];
  readonly onlyInSecond: readonly unknown[];
}): boolean {
  return onlyInFirst.length + onlyInSecond.length === 0;
}
