/** Runs that a job had, and that an open study runs all the same: its amendment holds for them as for those that no job has yet. */
import { attemptsByRun } from '../../run/attempts.ts';
import { reasonOf } from '../../run/run-outcome.ts';
import {
  layout,
  readAttempts,
  readCheckpoint,
  readStoppedJobs,
  readUnbegunRuns,
  type DocumentFolder,
} from '../../store/index.ts';
import { runsOfJob } from '../../study/partial-job.ts';
import type { Plan } from '../../study/plan.ts';
import { readRunsUnderWay } from '../watch/runs-repeated.ts';

/** Asks the study which of its jobs are being stopped, by number; none where nobody answers. */
export type AskStopping = () => Promise<readonly number[]>;

/** What of a study they depend on. */
export interface GoingOnAround {
  /** Jobs that are made as amended: their runs are counted there. */
  readonly notStarted: Plan['jobs'];
  /** A job that was made and not sent is sent to no other cluster; without a cluster of the study's own it is sent as it was made. */
  readonly onOwnCluster: boolean;
  readonly askStopping: AskStopping;
}

/** Their numbers, sorted: those of jobs that a pause stopped, or is stopping, begun or not, and those of jobs that were made for the study's cluster and never sent. */
export async function readRunsGoingOn(
  folder: DocumentFolder,
  { notStarted, onOwnCluster, askStopping }: GoingOnAround,
): Promise<readonly number[]> {
  const underWay = await readRunsUnderWay(folder);
  const attempts = await readAttempts(folder);
  const lastOf = new Map(
    [...attemptsByRun(attempts)].flatMap(([run, ofRun]) => {
      const last = ofRun.toSorted((a, b) => a.jobNumber - b.jobNumber).at(-1);
      return last === undefined ? [] : [[run, last] as const];
    }),
  );
  const stopped = await readStopped(folder);
  const unbegun = await readUnbegunRuns(folder, attempts, (jobNumber) => stopped.has(jobNumber));
  const ended = [
    ...[...lastOf.values()].filter(
      (last) => reasonOf(last) === 'stopped' && stopped.has(last.jobNumber),
    ),
    ...unbegun,
  ].filter(({ run }) => !underWay.has(run));
  const open = [...underWay].filter(([run, job]) => (lastOf.get(run)?.jobNumber ?? 0) < job);
  const goOn = await jobsThatGoOn(folder, new Set(open.map(([, jobNumber]) => jobNumber)), {
    ...{ onOwnCluster, askStopping },
  });
  const counted = new Set(notStarted.flatMap((job) => runsOfJob(job)));
  const runs = new Set([
    ...ended.map(({ run }) => run),
    ...open.flatMap(([run, jobNumber]) => (goOn.has(jobNumber) ? [run] : [])),
  ]);
  return [...runs].filter((run) => !counted.has(run)).sort((a, b) => a - b);
}

/** Jobs that were stopped since the study last ended: what a person stopped it with doesn't go on by itself. */
async function readStopped(folder: DocumentFolder): Promise<ReadonlySet<number>> {
  const { jobs: before } = await readCheckpoint(folder);
  const stopped = (await readStoppedJobs(folder)).map(({ jobNumber }) => jobNumber);
  return new Set(stopped.filter((jobNumber) => jobNumber > before));
}

/** Of jobs that have not ended, those whose runs go on in further ones. */
async function jobsThatGoOn(
  folder: DocumentFolder,
  jobs: ReadonlySet<number>,
  { onOwnCluster, askStopping }: Pick<GoingOnAround, 'onOwnCluster' | 'askStopping'>,
): Promise<ReadonlySet<number>> {
  const sent = new Set<number>();
  for (const jobNumber of jobs) {
    if (await folder.has(layout.submitTried(jobNumber))) sent.add(jobNumber);
  }
  const stopping = sent.size === 0 ? [] : await askStopping();
  return new Set([
    ...stopping.filter((jobNumber) => sent.has(jobNumber)),
    ...[...jobs].filter((jobNumber) => onOwnCluster && !sent.has(jobNumber)),
  ]);
}
