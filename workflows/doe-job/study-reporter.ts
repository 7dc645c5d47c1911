/** A job workflow's reporter to its study: phases and the end, by workflow id, so that it survives the study's continue-as-new. */
import {
  getExternalWorkflowHandle,
  log,
  setCurrentDetails,
  type ExternalWorkflowHandle,
} from '@temporalio/workflow';
import type { JobEnd, JobProgress } from '../../src/run/messages.ts';
import { jobEndedSignal, jobProgressSignal } from '../messages.ts';

/** What a job workflow says to its study. */
export interface StudyReporter {
  /** Set once submit is known to have happened. */
  submitted: boolean;
  phase(phase: JobProgress['phase']): void;
  runs(count: number): void;
  created(jobId: string): void;
  /** The platform's latest word, kept for the reader. */
  status(word: string): void;
  /** A sentence about something that delays the job but doesn't end it. */
  readonly trouble: (sentence: string) => void;
  /** Tells the end and gives it back; a study that is gone doesn't fail its job. */
  end(end: JobEnd): Promise<JobEnd>;
}

/** Opens the reporter of job `jobNumber` to its study. */
export function createStudyReporter(input: {
  readonly studyId: string;
  readonly studyWorkflowId: string;
  readonly jobNumber: number;
}): StudyReporter {
  const study = getExternalWorkflowHandle(input.studyWorkflowId);
  let progress: JobProgress = { jobNumber: input.jobNumber, runs: 0, phase: 'creating' };
  const tell = (change: Partial<JobProgress>, quiet = false): void => {
    progress = { ...progress, ...change };
    setCurrentDetails(details(input.studyId, progress));
    if (!quiet) void send(study, progress);
  };
  return {
    submitted: false,
    phase: (phase) => tell({ phase }),
    runs: (runs) => tell({ runs }, true),
    created: (jobId) => tell({ jobId }),
    status: (platformStatus) => tell({ platformStatus }, true),
    trouble: (trouble) => tell({ trouble }),
    async end(end) {
      tell({ phase: end.outcome === 'collected' ? 'done' : 'failed' }, true);
      try {
        await study.signal(jobEndedSignal, end);
      } catch (error) {
        log.warn('The study of this job is gone; its outcomes are in the store', { error });
      }
      return end;
    },
  };
}

async function send(study: ExternalWorkflowHandle, progress: JobProgress): Promise<void> {
  try {
    await study.signal(jobProgressSignal, progress);
  } catch (error) {
    log.warn('The study of this job is gone', { error });
  }
}

/** Markdown for the Temporal UI. */
function details(studyId: string, job: JobProgress): string {
  return [
    `**Job ${job.jobNumber}** of study \`${studyId}\`: ${job.phase}`,
    '',
    `| runs | platform job | platform status |`,
    `| --- | --- | --- |`,
    `| ${job.runs} | ${job.jobId ?? 'not created yet'} | ${job.platformStatus ?? '-'} |`,
    ...(job.trouble === undefined ? [] : ['', `Waiting: ${job.trouble}`]),
  ].join('\n');
}
