import { varies } from './complete-rows.ts';
import { dominantRun } from './dominant-run.ts';
import type { Judgement, JudgedResponse } from './estimator-trust.ts';
import { noiseShare } from './noise-share.ts';

/** Fewer runs than this show little of a front. */
const leastRuns = 20;

/** With a larger share of all runs on the front, it is the sample rather than its best part. */
const largestShare = 0.5;

/** A smaller share of what runs of the same inputs differ by moves no front. */
const leastNoise = 1e-4;

/** Judges the Pareto front as far as one objective goes; it is of the runs that have all of them. */
export function judgeFront({
  name,
  values,
  planned,
  used: all,
  lost,
  draws,
  results,
}: JudgedResponse): readonly Judgement[] {
  const { front, objectives, frontRuns, lostOfFront } = results;
  if (!front || !objectives.includes(name)) return [];
  const kept = values.map((value, row) => (frontRuns[row] === true ? value : NaN));
  const used = kept.filter(Number.isFinite).length;
  const far = dominantRun(kept);
  const share = front.length / Math.max(1, used);
  const which = used < all ? ' that keep all constraints' : '';
  return [
    {
      needs: 'each run',
      planned,
      used,
      isMissing: front.length === 0,
      reasons: [
        used === 0 && all > 0 && 'no run keeps all constraints',
        used > 0 && used < leastRuns && `${used} runs${which} show little of what can be reached`,
        used > 0 && !varies(kept.filter(Number.isFinite)) && 'the objective doesn’t vary',
        used >= leastRuns &&
          share > largestShare &&
          `${front.length} of ${used} runs${which} are on the front: more runs would move it`,
        far !== undefined &&
          (front.includes(far.run)
            ? `run ${far.run} of the front is far from all others: look whether its value is right`
            : `run ${far.run} is far from all others: where it is the worst, the hypervolume mostly measures its distance`),
        results.lacksVolume &&
          'the hypervolume is too large or too small for a number and left out; with another unit of the objectives it is given',
        noiseShare(kept, draws) > leastNoise &&
          'runs of the same inputs differ, so the front holds those that were lucky: it lies better, and its hypervolume is larger, than what its inputs give when they run again',
        lost
          ? `${lost}: better ones may be among them`
          : lostOfFront > 0 &&
            `${lostOfFront} of ${planned} runs lack another objective or a constraint: better ones may be among them`,
      ],
    },
  ];
}
