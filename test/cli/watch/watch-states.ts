/** States of made-up studies for the tests of pictures and lines. */
import type { JobProgress, StudyProgress } from '../../../src/run/messages.ts';
import type { Trouble } from '../../../src/run/trouble.ts';
import type { WatchState } from '../../../src/cli/watch/watch-state.ts';

/** The platform has been down for 42 s. */
export const platformDown: Trouble = {
  waitingFor: 'the platform',
  since: '2026-11-21T11:02:03Z',
  attempts: 14,
  lastError: '[GET] /api/v2/jobs/: 503 down for maintenance',
  code: 'API_SERVER',
  whatToDo: 'Check that the platform is up; the study goes on by itself.',
};

export function progress(changes: Partial<StudyProgress> = {}): StudyProgress {
  return {
    studyId: 'beam-load-20261121-110203',
    studyName: 'beam-load',
    planHash: '0'.repeat(64),
    state: 'Running',
    activity: 'running jobs',
    runs: { total: 24, done: 15, failed: 1, submitted: 8 },
    jobs: [
      { jobNumber: 1, runs: 24, phase: 'waiting', jobId: 'AbCdEf', platformStatus: 'Executing' },
    ],
    failures: [{ reason: 'exit-code', count: 1 }],
    notes: [],
    ...changes,
  };
}

export function watchState(changes: Partial<WatchState> = {}): WatchState {
  return {
    progress: progress(),
    elapsedMs: 21_000,
    left: { lowMs: 12_000, highMs: 20_000 },
    runsInside: new Map(),
    uiUrl: 'http://127.0.0.1:8233/namespaces/default/workflows/study-beam-load',
    troubles: [],
    now: new Date('2026-11-21T11:02:45Z'),
    ...changes,
  };
}

/** A study of a thousand jobs, with every kind of news at once. */
export function hugeState(): WatchState {
  const jobs = Array.from({ length: 1000 }, (_, index): JobProgress => {
    const jobNumber = index + 1;
    return {
      jobNumber,
      runs: 100,
      jobId: `job${jobNumber}`,
      phase:
        jobNumber < 300
          ? 'done'
          : jobNumber < 310
            ? 'failed'
            : jobNumber < 340
              ? 'waiting'
              : 'creating',
      platformStatus: 'Executing',
      trouble: 'the platform answers slowly',
    };
  });
  const reasons = [
    'exit-code',
    'timeout',
    'cut',
    'not-started',
    'output-missing',
    'expression',
  ] as const;
  return watchState({
    progress: progress({
      runs: { total: 100_000, done: 29_000, failed: 1_000, submitted: 3_000 },
      jobs,
      failures: reasons.map((reason, index) => ({ reason, count: 10 ** index })),
      notes: Array.from({ length: 20 }, (_, index) => `note number ${index + 1}`),
    }),
    runsInside: new Map(jobs.map((job) => [job.jobId ?? '', 55])),
    troubles: [platformDown, { ...platformDown, waitingFor: 'a worker' }],
  });
}
