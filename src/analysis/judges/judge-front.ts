import { varies } from '../complete-rows.ts';
import { dominantRun } from '../doubts/dominant-run.ts';
import { noiseShare, type Draws } from '../draws.ts';
import type { Judgement, JudgedResponse } from './estimator-trust.ts';
import type { NumericColumn, StudyTable } from '../study-table.ts';
import { lacksVolume, lostOfFront, runsOfFront, type FrontSummary } from '../summarise-front.ts';

/** Fewer runs than this show little of a front. */
const leastRuns = 20;

/** With a larger share of all runs on the front, it is the sample rather than its best part. */
const largestShare = 0.5;

/** A smaller share of what runs of the same inputs differ by moves no front. */
const leastNoise = 1e-4;

/** The Pareto front has one trust, which stands beside each of its objectives. */
export function judgeFront({ name, results }: JudgedResponse): readonly Judgement[] {
  const { front, objectives } = results;
  return front && objectives.includes(name) ? [front] : [];
}

/**
 * Judges the front that all objectives have together.
 * @param responses columns over all runs, NaN where a run doesn't count
 * @param draws of the inputs, over all runs, where runs share them
 * @returns undefined where there is none
 */
export function judgeWholeFront(
  table: StudyTable,
  responses: readonly NumericColumn[],
  summary: FrontSummary,
  draws: Draws | undefined,
): Judgement | undefined {
  const { paretoFront: front, frontRuns: used = 0 } = summary;
  if (!front) return undefined;
  const columnsOf = (role: string): readonly NumericColumn[] => {
    const names = table.columns.filter((column) => column.role === role).map(({ name }) => name);
    return responses.filter(({ name }) => names.includes(name));
  };
  const [objectives, constraints] = [columnsOf('objective'), columnsOf('constraint')];
  const isUsed = runsOfFront(table, responses);
  const planned = Math.max(isUsed.length, table.plannedRuns ?? 0);
  const lost = lostOfFront(table, responses) + planned - isUsed.length;
  const all = objectives.reduce(
    (most, { values }) => Math.max(most, values.filter(Number.isFinite).length),
    0,
  );
  const kept = objectives.map(({ name, values }) => ({
    name,
    values: values.map((value, row) => (isUsed[row] === true ? value : NaN)),
  }));
  const noisy = [...kept, ...constraints].find(
    ({ values }) => noiseShare(values, draws) > leastNoise,
  );
  const share = front.length / Math.max(1, used);
  const which = used < all ? ' that keep all constraints' : '';
  return {
    needs: 'each run',
    ...{ planned, used },
    isMissing: front.length === 0,
    reasons: [
      used === 0 && all > 0 && 'no run keeps all constraints',
      used > 0 && used < leastRuns && `${used} runs${which} show little of what can be reached`,
      ...kept.map(
        ({ name, values }) =>
          used > 0 && !varies(values.filter(Number.isFinite)) && `${name} doesn’t vary`,
      ),
      used >= leastRuns &&
        share > largestShare &&
        `${front.length} of ${used} runs${which} are on the front: more runs would move it`,
      ...kept.map(({ name, values }) => {
        const run = dominantRun(values)?.run;
        return (
          run !== undefined &&
          (front.includes(run)
            ? `by ${name}, run ${run} of the front is far from all others: look whether its value is right`
            : `by ${name}, run ${run} is far from all others: where it is the worst, the hypervolume mostly measures its distance`)
        );
      }),
      noisy !== undefined &&
        `runs of the same inputs differ in ${noisy.name}, so the front holds those that were lucky: it lies better, and its hypervolume is larger, than what its inputs give when they run again`,
      lacksVolume(summary, objectives.length) &&
        'the hypervolume is too large or too small for a number and left out; with another unit of the objectives it is given',
      lost > 0 &&
        `${lost} of ${planned} runs lack an objective or a constraint: better ones may be among them`,
    ],
  };
}
