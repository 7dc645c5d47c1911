import { keepsConstraints } from './keeps-constraints.ts';
import { hypervolume, paretoFront } from './pareto-front.ts';
import type { NumericColumn, StudyStructure, StudyTable } from './study-table.ts';

/** What several objectives together say; empty with fewer than two. */
export interface FrontSummary {
  /** Numbers of the runs that keep all constraints and that no other such run beats in all objectives. */
  readonly paretoFront?: readonly number[];
  /** Accepted runs with all objectives that keep all constraints: the front is theirs. */
  readonly frontRuns?: number;
  /** Volume between the front and the worst value of each objective among these runs. */
  readonly hypervolume?: {
    readonly value: number;
    readonly reference: Readonly<Record<string, number>>;
  };
}

/** Of more than two objectives, larger fronts than this get no volume: its cost grows with their square and more. */
const largestFront = 300;

function isTooCostly(size: number, objectives: number): boolean {
  return objectives > 2 && size > largestFront;
}

/** Whether the volume is beyond what doubles hold. */
export function lacksVolume(
  { paretoFront: front = [], hypervolume: volume }: FrontSummary,
  objectives: number,
): boolean {
  return front.length > 0 && volume === undefined && !isTooCostly(front.length, objectives);
}

/** Below this, doubles lose digits. */
const smallestVolume = 2 ** -1022;

function objectivesOf(
  table: StudyTable,
  responses: readonly NumericColumn[],
): readonly NumericColumn[] {
  const names = table.columns.filter(({ role }) => role === 'objective').map(({ name }) => name);
  return responses.filter(({ name }) => names.includes(name));
}

/** Whether the front is chosen from each run: it counts, keeps all constraints and has all objectives. */
export function runsOfFront(
  table: StudyTable,
  responses: readonly NumericColumn[],
): readonly boolean[] {
  const wanted = objectivesOf(table, responses);
  return keepsConstraints(table).map(
    (keeps, row) => keeps && wanted.every(({ values }) => Number.isFinite(values[row])),
  );
}

/** How many runs lack an objective or a constraint, so that nobody knows whether the front is theirs. */
export function lostOfFront(table: StudyTable, responses: readonly NumericColumn[]): number {
  const constraints = table.columns.filter(({ role }) => role === 'constraint');
  const needed = [
    ...objectivesOf(table, responses),
    ...responses.filter(({ name }) => constraints.some((column) => column.name === name)),
  ];
  return Array.from(table.accepted.keys()).filter((row) =>
    needed.some(({ values }) => !Number.isFinite(values[row])),
  ).length;
}

/** @param responses columns over all runs, NaN where a run doesn't count */
export function summariseFront(
  table: StudyTable,
  responses: readonly NumericColumn[],
  structure: StudyStructure | undefined,
): FrontSummary {
  const wanted = objectivesOf(table, responses);
  if (wanted.length < 2) return {};
  const isWhole = runsOfFront(table, responses);
  const objectives = wanted.map(({ name, values }) => {
    const sign = structure?.goals?.[name] === 'maximize' ? -1 : 1;
    return {
      name,
      sign,
      values: values.map((value, row) => (isWhole[row] === true ? sign * value : NaN)),
    };
  });
  const rows = paretoFront(objectives.map(({ values }) => values));
  const runs = {
    paretoFront: rows.map((row) => row + 1),
    frontRuns: isWhole.filter(Boolean).length,
  };
  if (rows.length === 0 || isTooCostly(rows.length, objectives.length)) return runs;
  const reference = objectives.map(({ values }) =>
    values.reduce((worst, value) => (value > worst ? value : worst), -Infinity),
  );
  const points = rows.map((row) => objectives.map(({ values }) => values[row] ?? NaN));
  const value = hypervolume(points, reference);
  // Every volume that isn't 0 by itself, but beyond the range of doubles, is left out.
  const isInside = points.some((point) => point.every((x, index) => x < (reference[index] ?? x)));
  if (!(value < Infinity) || (value < smallestVolume && isInside)) return runs;
  return {
    ...runs,
    hypervolume: {
      value,
      reference: Object.fromEntries(
        objectives.map(({ name, sign }, index) => [name, sign * (reference[index] ?? NaN)]),
      ),
    },
  };
}
