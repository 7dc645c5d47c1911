/** A study whose workflow closed without an end of the study: terminated in Temporal, say. What it left is told, and how to keep it. */
import { readJobsLeft, type Store } from '../../store/index.ts';
import type { Engine } from '../engine/open-engine.ts';
import { findExecution } from './open-study.ts';
import { goesOn, jobWords, type JobLeft } from './jobs-left.ts';
import type { StoredStudy } from './stored-study.ts';

/** How a study was lost, and what it left. */
export interface StudyLoss {
  /** One word, for programs. */
  readonly status: 'Terminated' | 'Cancelled' | 'Broken' | 'Lost';
  /** Completes "study x …". */
  readonly how: string;
  readonly jobsLeft: readonly JobLeft[];
}

/** Platform jobs that a sentence names. */
const shown = 5;

/** @param engine Whose Temporal has no open workflow of the study. */
export async function readLoss(engine: Engine, stored: StoredStudy): Promise<StudyLoss> {
  const latest = await findExecution(engine, stored);
  return { ...lossOf(latest?.status), jobsLeft: await jobsLeftBy(engine.store, stored.studyId) };
}

/** What the store knows of the platform's jobs of a study that aren't collected. */
export function jobsLeftBy(store: Store, studyId: string): Promise<StudyLoss['jobsLeft']> {
  return readJobsLeft(store.study(studyId));
}

/** `Terminated: was terminated in Temporal`. */
export function lossWords({ status, how }: Pick<StudyLoss, 'status' | 'how'>): string {
  return `${status}: ${how}`;
}

function lossOf(status: string | undefined): Pick<StudyLoss, 'status' | 'how'> {
  switch (status) {
    case 'TERMINATED':
      return { status: 'Terminated', how: 'was terminated in Temporal' };
    case 'CANCELLED':
      return { status: 'Cancelled', how: 'was cancelled in Temporal' };
    case undefined:
      return { status: 'Lost', how: 'is unfinished, but Temporal has no workflow of it' };
    default:
      return { status: 'Broken', how: 'ended before its time' };
  }
}

/**
 * What is left on the platform, what it may cost, and how what was paid for is kept: no command among it pays twice, and none is refused.
 * @param jobsLeft undefined where nobody looked: then nothing is said to be left or not
 */
export function keepWhatWasPaid(
  studyId: string,
  jobsLeft: StudyLoss['jobsLeft'] | undefined,
): string {
  const collected = `What was collected: doeflow results ${studyId}`;
  if (jobsLeft === undefined) {
    return `Its jobs on the platform may still run and cost; it goes on with: doeflow watch ${studyId}. ${collected}`;
  }
  const goOn = `To go on, and pay for nothing twice: doeflow resume ${studyId}. To stop it: doeflow stop ${studyId}`;
  if (jobsLeft.length === 0)
    return `It left no job on the platform that isn’t collected. ${goOn}. ${collected}`;
  const over = jobsLeft.filter(({ isOver }) => isOver === true);
  const unknown = jobsLeft.filter((job) => !goesOn(job) && job.isOver !== true);
  return [
    ...sentenceOf(
      'Its jobs that still run on the platform and cost',
      jobsLeft.filter(goesOn),
      jobWords,
    ),
    ...sentenceOf('Its jobs on the platform may still run and cost', unknown, nameOf),
    ...sentenceOf('Ended, and to be collected when it goes on', over, nameOf),
    goOn,
    collected,
  ].join('. ');
}

function sentenceOf(
  what: string,
  jobs: readonly JobLeft[],
  wordsOf: (job: JobLeft) => string,
): readonly string[] {
  if (jobs.length === 0) return [];
  const more = jobs.length > shown ? ` and ${jobs.length - shown} more` : '';
  return [`${what}: ${jobs.slice(0, shown).map(wordsOf).join(', ')}${more}`];
}

function nameOf({ jobId, jobNumber, isReaped }: JobLeft): string {
  const by = isReaped === true ? '; doeflow’s reaper stopped it' : '';
  return `${jobId} (job ${jobNumber}${by})`;
}
