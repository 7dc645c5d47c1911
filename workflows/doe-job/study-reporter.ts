/** A job workflow's reporter to its study: phases and the end, by workflow id, so that it survives the study's continue-as-new. */
import {
  getExternalWorkflowHandle,
  log,
  setCurrentDetails,
  type ExternalWorkflowHandle,
} from '@temporalio/workflow';
import type { CollectedRuns, JobEnd, JobProgress, ToStudy } from '../../src/run/messages.ts';
import { escapeMarkdownLine as shown } from '../../src/run/escape-markdown.ts';
import { jobEndedSignal, jobProgressSignal } from '../messages.ts';

/** What a job workflow says to its study. */
export interface StudyReporter {
  phase(phase: JobProgress['phase']): void;
  runs(count: number): void;
  created(jobId: string): void;
  /** Says again what was said last. */
  repeat(): void;
  /** The platform's latest status, kept for the reader. */
  status(platformStatus: string): void;
  /** What was judged while the job executes, all of it so far. */
  readonly collected: (collected: CollectedRuns) => void;
  /** A sentence about something that delays the job but doesn't end it, until its next phase. */
  readonly trouble: (sentence: string, code?: string) => void;
  /** A sentence that the study keeps for its reader. */
  note(sentence: string): void;
  /** Reports the end and gives it back; a study that is gone doesn't fail its job. */
  end(end: JobEnd): Promise<JobEnd>;
}

/** Gives back the reporter of one job; it speaks to the study by its workflow id. */
export function createStudyReporter(input: {
  readonly studyId: string;
  readonly studyWorkflowId: string;
  readonly jobNumber: number;
}): StudyReporter {
  const study = getExternalWorkflowHandle(input.studyWorkflowId);
  const { studyId } = input;
  let steps: JobProgress = { jobNumber: input.jobNumber, runs: 0, phase: 'creating' };
  let saidMs = 0;
  let trouble: Pick<JobProgress, 'trouble' | 'troubleSince' | 'troubleCode'> = {};
  const progress = (): JobProgress => ({ ...steps, ...trouble });
  const show = (change: Partial<JobProgress>): void => {
    steps = { ...steps, ...change };
    setCurrentDetails(details(studyId, progress()));
  };
  const report = (change: Partial<JobProgress>): void => {
    show(change);
    saidMs = Math.max(saidMs + 1, Date.now());
    void send(study, { ...progress(), studyId, saidMs });
  };
  const reportAfterTrouble = (change: Partial<JobProgress>): void => {
    trouble = {};
    report(change);
  };
  return {
    phase: (phase) => reportAfterTrouble({ phase }),
    runs: (runs) => show({ runs }),
    created: (jobId) => reportAfterTrouble({ jobId }),
    repeat: () => report({}),
    status: (platformStatus) => show({ platformStatus }),
    collected: (collected) => report({ collected }),
    trouble(sentence, code) {
      trouble = {
        trouble: sentence,
        troubleSince: trouble.troubleSince ?? new Date().toISOString(),
        ...(code === undefined ? {} : { troubleCode: code }),
      };
      report({});
    },
    note: (note) => report({ note }),
    async end(end) {
      show({ phase: end.outcome === 'collected' ? 'done' : 'failed' });
      try {
        await study.signal(jobEndedSignal, { ...end, studyId });
      } catch (error) {
        log.warn('The study of this job is gone; its outcomes are in the store', { error });
      }
      return end;
    },
  };
}

async function send(study: ExternalWorkflowHandle, progress: ToStudy<JobProgress>): Promise<void> {
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
    `| ${job.runs} | ${shown(job.jobId ?? 'not created yet')} | ${shown(job.platformStatus ?? '-')} |`,
    ...(job.collected === undefined
      ? []
      : ['', `Collected: ${job.collected.runs}, failed: ${job.collected.change.failed}`]),
    ...(job.trouble === undefined
      ? []
      : ['', `Waiting since ${job.troubleSince ?? 'a while'}: ${shown(job.trouble)}`]),
  ].join('\n');
}
