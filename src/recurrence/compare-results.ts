/** Two occurrences of a study, run by run and response by response. */
import type { OutcomeValue, RunOutcome } from '../run/run-outcome.ts';
import { responseNames } from '../study/response-names.ts';
import type { RegressionSettings, Study, Tolerance } from '../study/study.ts';

/** A value beyond its tolerance. */
export interface MovedValue {
  readonly run: number;
  readonly response: string;
  readonly before: OutcomeValue;
  readonly now: OutcomeValue;
}

/** One response over all runs that both occurrences have. */
export interface ComparedResponse {
  readonly response: string;
  readonly tolerance: Tolerance;
  readonly compared: number;
  readonly moved: number;
  /** The value that moved furthest by the measure of its tolerance; absent where all are equal, or none is a number in both. */
  readonly furthest?: {
    readonly run: number;
    readonly before: number;
    readonly now: number;
    readonly difference: number;
  };
  /** Largest differences, each by itself; absent where `furthest` is. `rel` is the share of the reference, null where a reference of 0 moved. */
  readonly largest?: { readonly abs: number; readonly rel: number | null };
}

/** What a comparison came to. */
export interface Comparison {
  readonly responses: readonly ComparedResponse[];
  readonly moved: number;
  /** The first of them, in the order of the runs. */
  readonly movedValues: readonly MovedValue[];
  /** Runs that are done in the reference, and aren't in this occurrence. */
  readonly lostRuns: readonly number[];
  /** Runs that are done only in this occurrence. */
  readonly gainedRuns: readonly number[];
}

/** Most moved values that are listed. */
const mostListed = 1000;

/** Compares outcomes that count, by run: `before` of the reference, `now` of the occurrence. */
export function compareResults(
  study: Pick<Study, 'variables' | 'regression'>,
  before: ReadonlyMap<number, RunOutcome>,
  now: ReadonlyMap<number, RunOutcome>,
): Comparison {
  const { tolerances, ignore }: RegressionSettings = study.regression ?? {
    tolerances: {},
    ignore: [],
  };
  const runs = [...new Set([...before.keys(), ...now.keys()])].sort((a, b) => a - b);
  const isDone = (run: number, of: ReadonlyMap<number, RunOutcome>): boolean =>
    of.get(run)?.status === 'Done';
  const common = runs.filter((run) => isDone(run, before) && isDone(run, now));
  const movedValues: MovedValue[] = [];
  const responses = responseNames(study)
    .filter((name) => !ignore.includes(name))
    .map((name) => {
      const tolerance = Object.hasOwn(tolerances, name) ? (tolerances[name] ?? {}) : {};
      const values = common
        .map((run) => ({
          run,
          response: name,
          before: before.get(run)?.values[name] ?? null,
          now: now.get(run)?.values[name] ?? null,
        }))
        .filter((value) => value.before !== null || value.now !== null);
      const moved = values.filter((value) => distanceOf(value, tolerance) > 1);
      movedValues.push(...moved.slice(0, mostListed));
      return {
        response: name,
        tolerance,
        compared: values.length,
        moved: moved.length,
        ...furthestOf(values, tolerance),
      };
    });
  return {
    responses,
    moved: responses.reduce((sum, { moved }) => sum + moved, 0),
    movedValues: movedValues.sort((a, b) => a.run - b.run).slice(0, mostListed),
    lostRuns: runs.filter((run) => isDone(run, before) && !isDone(run, now)),
    gainedRuns: runs.filter((run) => !isDone(run, before) && isDone(run, now)),
  };
}

/** In units of what is allowed: at most 1 is within the tolerance. */
function distanceOf({ before, now }: MovedValue, { abs = 0, rel = 0 }: Tolerance): number {
  if (before === now) return 0;
  if (typeof before !== 'number' || typeof now !== 'number') return Infinity;
  const difference = Math.abs(now - before);
  const allowed = Math.max(abs, rel * Math.abs(before));
  if (difference <= allowed) return difference / allowed;
  // Above 1 whatever is rounded, and larger for larger differences also where nothing is allowed.
  return allowed > 0 ? Math.max(difference / allowed, 1 + Number.EPSILON) : 2 + difference;
}

function furthestOf(
  values: readonly MovedValue[],
  tolerance: Tolerance,
): Pick<ComparedResponse, 'furthest' | 'largest'> {
  let furthest: ComparedResponse['furthest'];
  let distance = 0;
  let abs = 0;
  let rel = 0;
  for (const value of values) {
    const { run, before, now } = value;
    if (typeof before !== 'number' || typeof now !== 'number' || before === now) continue;
    const difference = Math.abs(now - before);
    abs = Math.max(abs, difference);
    rel = Math.max(rel, difference / Math.abs(before));
    const reached = distanceOf(value, tolerance);
    if (reached <= distance) continue;
    distance = reached;
    furthest = { run, before, now, difference };
  }
  if (furthest === undefined) return {};
  return { furthest, largest: { abs, rel: Number.isFinite(rel) ? rel : null } };
}
