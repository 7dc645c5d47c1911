/** A study whose cluster the platform refuses at first: its first job has hardware of its own. It is paused, and goes on once the reason is gone. */
import { setTimeout as delay } from 'node:timers/promises';
import { ApplicationFailure } from '@temporalio/common';
import { pauseStudyUpdate, progressQuery, resumeStudyUpdate } from '../../workflows/messages.ts';
import type { ReserveCostInput } from '../../src/run/budget-contract.ts';
import type { Scene } from './story-stage.ts';
import { asksResume } from './tickets.ts';

/**
 * @param name also its study id, and the name of its cluster
 * @param asked takes what was asked for: the cluster, or a job by itself
 * @param hasRoom false: nothing can be set aside for the cluster once it was refused
 */
export function refusedAgain(name: string, asked: string[] = [], hasRoom = true): Scene {
  let isPaused = false;
  let refusals = 0;
  const isAsked = ({ jobNumber }: ReserveCostInput): boolean => jobNumber === undefined;
  return {
    name,
    script: {
      plan: {
        ...{ jobs: 3, runCount: 30, maxConcurrentJobs: 1, hasCostLimit: true },
        cluster: { kind: 'own', name },
      },
      reserve: (input) => {
        asked.push(isAsked(input) ? 'cluster' : `job ${input.jobNumber}`);
        const verdict = isAsked(input) && refusals > 0 && !hasRoom ? 'never' : 'fits';
        return { verdict, why: 'its cluster may take up to 4.00 USD' };
      },
      before: async (call) => {
        if (call === 'createCluster' && refusals === 0) {
          refusals += 1;
          throw ApplicationFailure.nonRetryable('no room', 'API_INVALID_REQUEST');
        }
        while (call === 'collectJob' && !isPaused) await delay(20);
      },
    },
    during: async (handle) => {
      while ((await handle.query(progressQuery)).runs.submitted === 0) await delay(20);
      await handle.executeUpdate(pauseStudyUpdate, { args: [{ now: false }] });
      isPaused = true;
      while ((await handle.query(progressQuery)).runs.done < 10) await delay(20);
      await handle.executeUpdate(resumeStudyUpdate, asksResume());
    },
  };
}
