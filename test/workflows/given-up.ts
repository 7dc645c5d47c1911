/** A study whose job loses every workflow that has it, until it is given up. */
import { setTimeout as delay } from 'node:timers/promises';
import { WorkflowNotFoundError } from '@temporalio/client';
import { jobWorkflowId } from '../../src/temporal/names.ts';
import type { StudyProgress } from '../../src/run/messages.ts';

interface LosingStudy {
  readonly studyId: string;
  readonly look: () => Promise<StudyProgress>;
  readonly terminate: (workflowId: string) => Promise<void>;
}

/** Ends the first workflow of job 1 and the three that take it over, each as soon as it has begun. */
export function loseFourTimes(study: LosingStudy): Promise<void> {
  return loseWorkflows(study, 4);
}

/** Ends the workflow of job 1, and those that take it over, so often; returns when the study has told of the next one. */
export async function loseWorkflows(
  { studyId, look, terminate }: LosingStudy,
  times: number,
): Promise<void> {
  const until = async (holds: (progress: StudyProgress) => boolean): Promise<void> => {
    while (!holds(await look())) await delay(20);
  };
  await until(({ runs }) => runs.submitted > 0);
  for (let again = 0; again < times; again += 1) {
    await terminateOnceBegun(() => terminate(jobWorkflowId(studyId, 1, again)));
    if (again < 3) await until(({ notes }) => notes.join().includes(`(${again + 1} of 3)`));
  }
}

/** The study tells of a workflow before it has begun. */
async function terminateOnceBegun(terminate: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await terminate();
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
      await delay(20);
    }
  }
}
