/** Studies whose cost has a limit, one for each turn that it gives their story; the name of each begins with `budget-`. */
import { setTimeout as delay } from 'node:timers/promises';
import { ApplicationFailure } from '@temporalio/common';
import { budgetStudyUpdate, progressQuery, resumeStudyUpdate } from '../../workflows/messages.ts';
import type { Scene, StoryStage } from '../workflows/story-stage.ts';
import { asksResume } from '../workflows/tickets.ts';

const why = '90.00 of 100.00 USD are committed';

type Handle = Parameters<NonNullable<Scene['during']>>[0];

async function resumeOncePaused(handle: Handle): Promise<void> {
  while ((await handle.query(progressQuery)).state !== 'Paused') await delay(50);
  await handle.executeUpdate(budgetStudyUpdate, { args: [{ look: 'again' }] });
  await handle.executeUpdate(resumeStudyUpdate, asksResume());
}

function scenes(): readonly Scene[] {
  let asked = 0;
  return [
    {
      name: 'budget-paused',
      script: {
        plan: { jobs: 3, runCount: 30, hasCostLimit: true, maxConcurrentJobs: 2 },
        reserve: ({ jobNumber, inFlight }) => {
          if (jobNumber === 2 && inFlight.length > 0) return { verdict: 'later', why };
          asked += jobNumber === 3 ? 1 : 0;
          const isFirst = jobNumber === 3 && asked === 1;
          return { verdict: isFirst ? 'never' : 'fits', why, overruns: ['Job 1 took more'] };
        },
      },
      during: resumeOncePaused,
    },
    {
      name: 'budget-cut',
      script: {
        plan: { jobs: 1, runCount: 10, hasCostLimit: true },
        reserve: ({ jobNumber }) => ({
          ...{ verdict: 'fits', why },
          ...(jobNumber === 1 ? { left: 4 } : {}),
        }),
        collect: (jobNumber) => ({
          change: { done: jobNumber === 1 ? 6 : 4, failed: 0, failures: [] },
        }),
      },
    },
    {
      name: 'budget-cluster',
      script: {
        plan: { hasCostLimit: true, cluster: { kind: 'own', name: 'limited' } },
        reserve: () => ({ verdict: (asked += 1) > 3 ? 'fits' : 'later', why }),
      },
    },
    {
      name: 'budget-refused-cluster',
      script: {
        plan: {
          ...{ jobs: 2, runCount: 20, hasCostLimit: true, maxConcurrentJobs: 1 },
          cluster: { kind: 'own', name: 'turned-down' },
        },
        before: (name) =>
          name === 'createCluster'
            ? Promise.reject(ApplicationFailure.nonRetryable('no room', 'API_INVALID_REQUEST'))
            : Promise.resolve(),
      },
    },
  ];
}

/** Plays them one after the other. */
export async function playBudgets(stage: StoryStage): Promise<void> {
  for (const scene of scenes()) await stage.play(scene);
}
