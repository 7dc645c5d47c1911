import { Context } from '@temporalio/activity';
import type { WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  progressQuery,
  retryStudyUpdate,
  resumeStudyUpdate,
  stopStudyUpdate,
} from '../../workflows/messages.ts';
import { StudyLedger } from '../../workflows/study/study-ledger.ts';
import { jobWorkflowId } from '../../src/temporal/names.ts';
import type { StudyProgress } from '../../src/run/messages.ts';
import { cutShort, type Script } from './scripted-activities.ts';
import { openStoryStage, type PlayedStudy, type Scene, type StoryStage } from './story-stage.ts';
import { playThrough, planOf } from './ledger-moves.ts';
import { asksResume, asksRetry, ticketFor } from './tickets.ts';

let stage: StoryStage;

beforeAll(async () => {
  // A tenth of the usual: a long story's turns without its length.
  stage = await openStoryStage([
    '--dynamic-config-value',
    'limit.historyCount.suggestContinueAsNew=400',
  ]);
});
afterAll(() => stage?.close());

/** Runs a scripted study; `during` may speak to it meanwhile. */
function play(script: Script, during?: Scene['during']): Promise<PlayedStudy> {
  return stage.play({ script, ...(during === undefined ? {} : { during }) });
}

/** What a job changes whose runs end as they had. */
const nothingNew = { done: 0, failed: 0, failures: [] };

const stopOncePaused: Scene['during'] = async (handle) => {
  while ((await handle.query(progressQuery)).state !== 'Paused') await pause();
  await handle.executeUpdate(stopStudyUpdate, { args: [{ mode: 'stop' }] });
};

/** Signals to other workflows in the same step as the end of an execution, by the workflows that should have heard them. */
function saidInLastStep(
  events: NonNullable<Awaited<ReturnType<WorkflowHandle['fetchHistory']>>['events']>,
): unknown[] {
  const lastStep = events.findLastIndex(
    (event) => event.workflowTaskCompletedEventAttributes != null,
  );
  return events
    .slice(lastStep)
    .flatMap((event) => event.signalExternalWorkflowExecutionInitiatedEventAttributes ?? [])
    .map(({ workflowExecution }) => workflowExecution?.workflowId);
}

const connectionLost = (): Error =>
  ApplicationFailure.create({ type: 'API_CONNECTION', message: 'connection lost' });

const refused = (sentence: string): Error =>
  ApplicationFailure.nonRetryable(sentence, 'API_INVALID_REQUEST');

describe.concurrent('the story of a study', () => {
  it('plans, uploads, runs, analyses and writes findings, in this order', async () => {
    const { result, calls } = await play({});
    expect(result).toMatchObject({ state: 'Finished', runs: { total: 10, done: 10, failed: 0 } });
    expect(calls).toEqual([
      'uploadStudyFile model.mjs',
      'prepareJob 1',
      'uploadJobFile param.csv',
      'createJob 1',
      'submitJob job-1',
      'collectJob 1',
      'analyseStudy Finished',
      'assignFindings',
      'writeFindings',
      'readFindings',
      'closeStudy Finished',
    ]);
  });

  it('waits at its end for runs that another study runs, and runs what that one did not', async () => {
    const { result, calls } = await play({
      plan: { runCount: 15, awaited: { runs: 5, studies: ['other-1'] } },
      share: () => ({ reused: 3, rest: 2, awaited: { runs: 0, studies: [] } }),
      collect: (jobNumber) =>
        jobNumber === 1 ? {} : { change: { done: 2, failed: 0, failures: [] } },
    });
    expect(result).toMatchObject({
      state: 'Finished',
      runs: { total: 15, done: 15, failed: 0, reused: 3 },
    });
    expect(calls.filter((call) => /Job \d/u.test(call))).toEqual([
      ...['prepareJob 1', 'createJob 1', 'collectJob 1'],
      ...['prepareJob 2', 'createJob 2', 'collectJob 2'],
    ]);
  });

  it('is stopped while it waits for those', async () => {
    const { result } = await play(
      {
        plan: { runCount: 15, awaited: { runs: 5, studies: ['other-1'] } },
        before: async (name) => {
          if (name === 'awaitSharedRuns') await Context.current().cancelled;
        },
      },
      async (handle) => {
        const waits = async (): Promise<boolean> =>
          (await handle.query(progressQuery)).activity ===
          'waiting for 5 runs of other-1, which this study needs too';
        while (!(await waits())) await pause();
        await handle.executeUpdate(stopStudyUpdate, { args: [{ mode: 'stop' }] });
      },
    );
    expect(result).toMatchObject({ state: 'Stopped', runs: { total: 15, done: 10 } });
  });

  it('adopts the job of a create whose answer was lost, and creates no second one', async () => {
    const { result, calls } = await play({
      createFails: () => connectionLost(),
      found: () => ['job-1'],
    });
    expect(result.state).toBe('Finished');
    expect(calls.filter((call) => call === 'createJob 1')).toHaveLength(1);
  });

  it('looks twice before it creates again', async () => {
    const { calls } = await play({
      createFails: (call) => (call === 1 ? connectionLost() : undefined),
    });
    const creating = calls.filter((call) => /createJob|findJob/.test(call));
    expect(creating).toEqual(['createJob 1', 'findJob 1', 'findJob 1', 'createJob 1']);
  });

  it('waits for a list that lags before it creates again', async () => {
    // From the first look on, which a busy machine may have delayed.
    let lookedMs = Infinity;
    const { calls } = await stage.play({
      input: { pace: { heartbeatTimeoutMs: 4_000, listLagMs: 3_000, retryMs: 20 } },
      script: {
        createFails: () => connectionLost(),
        found: () => {
          lookedMs = Math.min(lookedMs, Date.now());
          return Date.now() < lookedMs + 2_000 ? [] : ['job-1'];
        },
      },
    });
    expect(calls.filter((call) => call.startsWith('createJob'))).toEqual(['createJob 1']);
  });

  it('does not submit again what the platform has a status of', async () => {
    const { calls } = await play({
      submitFails: () => connectionLost(),
      statuses: () => ['Pending'],
    });
    expect(calls.filter((call) => call.startsWith('submitJob'))).toHaveLength(1);
  });

  it('submits again only when the platform has no status of the job after two looks', async () => {
    const { calls } = await play({
      submitFails: (call) => (call === 1 ? connectionLost() : undefined),
    });
    const submitting = calls.filter((call) => /submitJob|readJobStatuses/.test(call));
    expect(submitting).toEqual([
      'submitJob job-1',
      'readJobStatuses',
      'readJobStatuses',
      'submitJob job-1',
    ]);
  });

  it('ends with failures when the platform refuses the job and shows none, with its sentence', async () => {
    const { result, calls } = await play({ createFails: () => refused('name: too long') });
    expect(result).toMatchObject({ state: 'Finished with failures', runs: { failed: 10 } });
    expect(calls.filter((call) => /createJob|findJob|refuseJob/.test(call))).toEqual([
      'createJob 1',
      'findJob 1',
      'findJob 1',
      'refuseJob name: too long',
    ]);
  });

  it('adopts the job of a create that was refused, as only its repeat was', async () => {
    const { result, calls } = await play({
      createFails: () => refused('a job of this name exists'),
      found: () => ['job-1'],
    });
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 10, failed: 0 } });
    expect(calls.filter((call) => call === 'createJob 1')).toHaveLength(1);
  });

  it('tells its reader of doubled jobs, once, and how to delete what is only saved', async () => {
    const sentence = (other: string): string =>
      `The platform has job 1 more than once: job-1 is used, and not ${other}. One that was never submitted costs nothing and can be deleted: doeflow api GET jobs/${other}/statuses shows it, doeflow api DELETE jobs/${other}`;
    const adopted = await play({
      createFails: () => connectionLost(),
      found: () => ['job-1', 'job-1b'],
      others: ['job-1b'],
    });
    expect(adopted.notes).toEqual([sentence('job-1b')]);
    const answered = await play({ others: ['job-0'] });
    expect(answered.notes).toEqual([sentence('job-0')]);
  });

  it('believes a refused submit only when the platform has no status of the job', async () => {
    const paid = await play({
      submitFails: () => refused('submitted already'),
      statuses: (look) => (look === 1 ? [] : ['Pending']),
    });
    expect(paid.result).toMatchObject({ state: 'Finished', runs: { done: 10, failed: 0 } });
    expect(paid.calls.filter((call) => call.startsWith('submitJob'))).toHaveLength(1);
    expect(paid.calls).not.toContain('refuseJob submitted already');

    const unpaid = await play({ submitFails: () => refused('no such software') });
    expect(unpaid.result).toMatchObject({ state: 'Finished with failures', runs: { failed: 10 } });
    expect(unpaid.calls).toContain('refuseJob no such software');
    expect(unpaid.calls.filter((call) => call === 'readJobStatuses')).toHaveLength(2);
  });

  it('looks longer where the refusal of a submit follows one of unknown outcome', async () => {
    const { result, calls } = await play({
      submitFails: (call) => (call === 1 ? connectionLost() : refused('submitted already')),
      statuses: (look) => (look < 6 ? [] : ['Pending']),
    });
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 10, failed: 0 } });
    expect(calls.filter((call) => call.startsWith('submitJob'))).toHaveLength(2);
  });

  it('runs failed runs again in a further job and counts each run once', async () => {
    const { result } = await play({
      collect: (jobNumber) =>
        jobNumber === 1
          ? {
              change: { done: 7, failed: 3, failures: [{ reason: 'cut', count: 3 }] },
              retryable: 3,
            }
          : { change: { done: 3, failed: -3, failures: [{ reason: 'cut', count: -3 }] } },
      retry: (jobNumber) => (jobNumber === 2 ? 3 : 0),
    });
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 10, failed: 0 } });
  });

  it('keeps its window of jobs and finishes all of them', async () => {
    const { result, calls } = await play({ plan: { jobs: 7, runCount: 70, maxConcurrentJobs: 3 } });
    expect(result.runs).toMatchObject({ total: 70, done: 70 });
    expect(calls.filter((call) => call.startsWith('submitJob'))).toHaveLength(7);
    let inFlight = 0;
    const window = calls.map((call) => {
      if (call.startsWith('prepareJob')) inFlight += 1;
      if (call.startsWith('collectJob')) inFlight -= 1;
      return inFlight;
    });
    expect(Math.max(...window)).toBeLessThanOrEqual(3);
  });

  it('stops its jobs on the platform and keeps what they saved', async () => {
    const { result, calls } = await play(cutShort, async (handle) => {
      while ((await handle.query(progressQuery)).runs.submitted === 0) await pause();
      await handle.executeUpdate(stopStudyUpdate, { args: [{ mode: 'force' }] });
    });
    expect(result.state).toBe('Stopped');
    expect(calls).toContain('stopJob job-1 force');
    expect(calls).toContain('collectJob 1');
    expect(calls).not.toContain('writeFindings');
  });

  it('treats a cancelled workflow as a gentle stop', async () => {
    const { result, calls } = await play(cutShort, async (handle) => {
      while ((await handle.query(progressQuery)).runs.submitted === 0) await pause();
      await handle.cancel();
    });
    expect(result.state).toBe('Stopped');
    expect(calls).toContain('stopJob job-1 stop');
  });

  it('stops a job that executes as soon as too many of its runs have failed, when told to', async () => {
    const failures = [{ reason: 'exit-code', count: 2 }] as const;
    const change = { done: 1, failed: 2, failures };
    const { result, calls } = await play({
      endless: true,
      plan: { onLimit: 'abort' },
      collectEnded: () => ({ runs: 3, change, retryable: 0 }),
      collect: () => ({ change }),
    });
    expect(result).toMatchObject({ state: 'Aborted', runs: { done: 1, failed: 2 } });
    expect(calls).toContain('stopJob job-1 stop');
  });

  it('pauses, and has the job stopped that goes on, as soon as too many of its runs have failed', async () => {
    const failures = [{ reason: 'exit-code', count: 2 }] as const;
    const change = { done: 1, failed: 2, failures };
    const { result, calls } = await play(
      {
        endless: true,
        plan: { onLimit: 'pause', jobs: 2, runCount: 20, maxConcurrentJobs: 1 },
        collectEnded: () => ({ runs: 3, change, retryable: 0 }),
        collect: () => ({ change }),
      },
      async (handle) => {
        while ((await handle.query(progressQuery)).state !== 'Paused') await pause();
        // Before anybody stops the study.
        while ((await handle.query(progressQuery)).runs.submitted > 0) await pause();
        expect((await handle.query(progressQuery)).runs).toMatchObject({ done: 1, failed: 2 });
        await handle.executeUpdate(stopStudyUpdate, { args: [{ mode: 'stop' }] });
      },
    );
    expect(result).toMatchObject({ state: 'Stopped', runs: { done: 1, failed: 2 } });
    expect(calls.filter((call) => call.startsWith('stopJob'))).toEqual(['stopJob job-1 stop']);
    expect(calls).not.toContain('createJob 2');
  });

  it('is held by a guard: its job is stopped, and what that did not run goes on with the study', async () => {
    const streaks = { done: 0, failed: 5, failedFirst: 5, failedLast: 5, failedInRow: 5 };
    const failures = [{ reason: 'exit-code', count: 5 }] as const;
    const seen = { done: 0, failed: 5, failures };
    const stopped = [...failures, { reason: 'stopped', count: 5 }] as const;
    const { result, calls, notes } = await play(
      {
        endless: true,
        plan: { guards: { failFast: 5 }, maxFailedRuns: 10 },
        collectEnded: (jobNumber) => ({
          ...{ runs: 5, retryable: 0, change: jobNumber === 1 ? seen : { ...seen, failed: 0 } },
          streaks: jobNumber === 1 ? streaks : { ...streaks, done: 1 },
        }),
        collect: (jobNumber) =>
          jobNumber === 1
            ? { change: { done: 0, failed: 10, failures: stopped }, streaks }
            : { change: { done: 5, failed: -5, failures: [{ reason: 'stopped', count: -5 }] } },
        retry: (jobNumber, requested) => (jobNumber === 2 && requested ? 5 : 0),
      },
      async (handle) => {
        while ((await handle.query(progressQuery)).runs.failed < 10) await pause();
        const { state, activity, notes: told } = await handle.query(progressQuery);
        expect(state).toBe('Paused');
        expect(told.join()).toMatch(/Paused by the guard failFast.*doeflow resume/u);
        expect(activity).toBe(
          'paused by the guard failFast: all of the first 5 runs of job 1 failed',
        );
        await handle.executeUpdate(resumeStudyUpdate, asksResume());
        const isSubmitted = ({ jobs }: StudyProgress): boolean =>
          jobs.some(({ jobNumber, phase }) => jobNumber === 2 && phase === 'waiting');
        while (!isSubmitted(await handle.query(progressQuery))) await pause();
        await handle.executeUpdate(stopStudyUpdate, { args: [{ mode: 'stop' }] });
      },
    );
    expect(result).toMatchObject({ state: 'Stopped', runs: { done: 5, failed: 5 } });
    expect(calls).toContain('stopJob job-1 stop');
    expect(calls).toContain('planRetry 2 5');
    // What could be done about the pause is told no more.
    expect(notes).toContain(
      'Was paused by the guard failFast: all of the first 5 runs of job 1 failed',
    );
    expect(notes.join()).not.toContain('doeflow resume');
  });

  it('starts nothing beside its canary, and nothing after one of which no run is done, until told to', async () => {
    const failed = { done: 0, failed: 2, failures: [{ reason: 'exit-code', count: 2 }] } as const;
    const { result, calls } = await play(
      {
        plan: { jobs: 3, runCount: 22, maxConcurrentJobs: 3, maxFailedRuns: 5, canary: 2 },
        collect: (jobNumber) => (jobNumber === 1 ? { change: failed } : {}),
      },
      async (handle) => {
        while ((await handle.query(progressQuery)).state !== 'Paused') await pause();
        await handle.executeUpdate(resumeStudyUpdate, asksResume());
      },
    );
    expect(result).toMatchObject({
      state: 'Finished with failures',
      runs: { done: 20, failed: 2 },
    });
    expect(calls.indexOf('collectJob 1')).toBeLessThan(calls.indexOf('prepareJob 2'));
    expect(calls.filter((call) => call.startsWith('submitJob'))).toHaveLength(3);
  });

  it('tries its canary alone, however often a person asks for all failed runs, until one of its runs is done', async () => {
    const failed = { done: 0, failed: 2, failures: [{ reason: 'exit-code', count: 2 }] } as const;
    const seen: string[][] = [];
    const { result, calls } = await play(
      {
        plan: { jobs: 3, runCount: 22, maxConcurrentJobs: 3, maxFailedRuns: 5, canary: 2 },
        // The first retry fails as the canary did; in the second one a run is done.
        collect: (jobNumber) => {
          if (jobNumber === 1) return { change: failed };
          if (jobNumber === 4) return { change: nothingNew };
          return jobNumber === 5 ? { change: { done: 2, failed: -2, failures: [] } } : {};
        },
        retry: (_jobNumber, requested) => (requested ? 2 : 0),
      },
      async (handle) => {
        for (let asked = 0; asked < 2; asked += 1) {
          while ((await handle.query(progressQuery)).state !== 'Paused') await pause();
          const { jobs } = await handle.query(progressQuery);
          seen.push(jobs.map(({ jobNumber }) => String(jobNumber)));
          await handle.executeUpdate(retryStudyUpdate, asksRetry({ runs: 'failed' }));
        }
      },
    );
    expect(seen).toEqual([['1'], ['1', '4']]);
    expect(calls.filter((call) => call.startsWith('planRetry'))).toEqual([
      'planRetry 4 2, of the canary',
      'planRetry 5 2, of the canary',
    ]);
    expect(calls.indexOf('collectJob 5')).toBeLessThan(calls.indexOf('prepareJob 2'));
    expect(result).toMatchObject({ runs: { done: 22, failed: 0 } });
  });

  it('holds back all but the canary, also when it starts again', async () => {
    const ended = { done: 0, failed: 2, nextPlanned: 2, nextJobNumber: 4 } as const;
    const canary = { ...ended, jobs: 3, runCount: 22, maxFailedRuns: 5, canary: 2 };
    const failures = [{ reason: 'exit-code', count: 2 }] as const;
    const [retried, takenUp] = await Promise.all([
      stage.play({
        input: ticketFor({ asks: 'retry', runs: 'failed' }),
        script: {
          plan: { ...canary, failures },
          collect: () => ({ change: nothingNew }),
          retry: (_jobNumber, requested) => (requested ? 2 : 0),
        },
        during: stopOncePaused,
      }),
      stage.play({
        input: ticketFor({ asks: 'start' }),
        script: {
          plan: {
            ...{ ...canary, failures, takenUp: { begun: [] } },
            cluster: { kind: 'own', name: 'beams' },
          },
        },
        during: stopOncePaused,
      }),
    ]);
    expect(retried.calls.filter((call) => call.startsWith('submitJob'))).toEqual([
      'submitJob job-4',
    ]);
    expect(takenUp.calls.filter((call) => /^(?:submit|createCluster)/u.test(call))).toEqual([]);
  });

  it('is stopped by a guard where nobody watches it', async () => {
    const failed = { done: 0, failed: 2, failures: [{ reason: 'exit-code', count: 2 }] } as const;
    const { result, calls } = await stage.play({
      input: { unattended: true },
      script: { plan: { jobs: 2, canary: 2 }, collect: () => ({ change: failed }) },
    });
    expect(result).toMatchObject({ state: 'Aborted', runs: { failed: 2 } });
    expect(calls).not.toContain('prepareJob 2');
  });

  it('aborts over the limit of failed runs when told to', async () => {
    const { result } = await play({
      plan: { jobs: 3, runCount: 30, maxConcurrentJobs: 1, onLimit: 'abort' },
      collect: () => ({
        change: { done: 5, failed: 5, failures: [{ reason: 'timeout', count: 5 }] },
      }),
    });
    expect(result).toMatchObject({ state: 'Aborted', runs: { failed: 5 } });
  });

  it('does not pause over runs that the retry policy runs again', async () => {
    const cut = (count: number) => [{ reason: 'cut', count }] as const;
    const { result, calls } = await play({
      plan: { onLimit: 'pause' },
      collect: (jobNumber) =>
        jobNumber === 1
          ? { change: { done: 7, failed: 3, failures: cut(3) }, retryable: 3 }
          : { change: { done: 3, failed: -3, failures: cut(-3) } },
      retry: (jobNumber) => (jobNumber === 2 ? 3 : 0),
    });
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 10, failed: 0 } });
    expect(calls).not.toContain('stopJob job-2 stop');
  });

  it('pauses over the limit, and continues when resumed', async () => {
    const { result } = await play(
      {
        plan: { jobs: 2, runCount: 20, maxConcurrentJobs: 1, onLimit: 'pause' },
        collect: (jobNumber) =>
          jobNumber === 1
            ? { change: { done: 5, failed: 5, failures: [{ reason: 'timeout', count: 5 }] } }
            : {},
      },
      async (handle) => {
        while ((await handle.query(progressQuery)).state !== 'Paused') await pause();
        await handle.executeUpdate(resumeStudyUpdate, asksResume());
      },
    );
    expect(result).toMatchObject({
      state: 'Finished with failures',
      runs: { done: 15, failed: 5 },
    });
  });

  it('runs runs again once, however often the same is asked for', async () => {
    const failures = [{ reason: 'timeout', count: 4 }] as const;
    const join = () => asksRetry({ runs: 'failed', joinOnly: true });
    const answers: unknown[] = [];
    const { calls } = await play(
      {
        plan: { jobs: 2, runCount: 20, maxConcurrentJobs: 1, onLimit: 'pause' },
        // The runs fail again: a second round of them would be paid for.
        collect: (jobNumber) => {
          if (jobNumber === 1) return { change: { done: 6, failed: 4, failures } };
          return jobNumber === 2 ? {} : { change: nothingNew };
        },
        retry: (_jobNumber, requested) => (requested ? 4 : 0),
      },
      async (handle) => {
        while ((await handle.query(progressQuery)).state !== 'Paused') await pause();
        // What is only joined is never asked for anew.
        expect(await handle.executeUpdate(retryStudyUpdate, join())).toEqual({ runs: 0 });
        for (const runs of ['failed', 'failed', [3, 4]] as const) {
          answers.push(await handle.executeUpdate(retryStudyUpdate, asksRetry({ runs })));
        }
        answers.push(await handle.executeUpdate(retryStudyUpdate, join()));
      },
    );
    expect(answers).toEqual([
      { runs: 4 },
      { runs: 4, already: true },
      { runs: 2, already: true },
      { runs: 4, already: true },
    ]);
    expect(calls.filter((call) => call.startsWith('submitJob'))).toHaveLength(3);
  });

  it('starts no job with mended files before they are sent, and all that follow with them', async () => {
    const failures = [{ reason: 'timeout', count: 4 }] as const;
    const { calls, notes } = await play(
      {
        plan: { jobs: 2, runCount: 20, maxConcurrentJobs: 1, onLimit: 'pause' },
        collect: (jobNumber) => {
          if (jobNumber === 1) return { change: { done: 6, failed: 4, failures } };
          const mended = [{ reason: 'timeout', count: -2 }] as const;
          return jobNumber === 2 ? {} : { change: { done: 2, failed: -2, failures: mended } };
        },
        retry: (_jobNumber, requested) => (requested ? 2 : 0),
      },
      async (handle) => {
        while ((await handle.query(progressQuery)).state !== 'Paused') await pause();
        const asked = asksRetry({ runs: 'failed', revision: 2 });
        const { revision } = await handle.executeUpdate(retryStudyUpdate, asked);
        expect(revision).toBe(2);
      },
    );
    const later = calls.slice(calls.indexOf('readRevision 2'));
    expect(later.slice(0, 2)).toEqual(['readRevision 2', 'uploadStudyFile model.mjs of 2']);
    expect(later.filter((call) => /^(?:planRetry|prepareJob)/u.test(call))).toEqual([
      'prepareJob 2 of 2',
      'planRetry 3 2',
      'prepareJob 3 of 2',
    ]);
    expect(calls).toContain('prepareJob 1');
    expect(notes).toContain('Revision 2');
  });

  it('runs nothing again with files that the platform refuses, and ends with what it has', async () => {
    const failures = [{ reason: 'timeout', count: 4 }] as const;
    const { result, calls, notes } = await play(
      {
        ...{ collect: () => ({ change: { done: 6, failed: 4, failures } }), retry: () => 4 },
        before: (name) => {
          if (name === 'readRevision') throw refused('no such file');
        },
      },
      async (handle) => {
        await handle.executeUpdate(retryStudyUpdate, asksRetry({ runs: 'failed', revision: 2 }));
      },
    );
    expect(result).toMatchObject({ state: 'Finished with failures', runs: { done: 6, failed: 4 } });
    expect(calls.filter((call) => call.startsWith('planRetry'))).toEqual([]);
    expect(notes).toEqual([
      expect.stringMatching(/Nothing was run again with revision 2 .*no such file/u),
    ]);
  });

  it('takes a retry while it is open', async () => {
    const { result, calls } = await play(
      {
        plan: { jobs: 2, runCount: 20, maxConcurrentJobs: 1, onLimit: 'pause' },
        collect: (jobNumber) => {
          if (jobNumber === 2) return {};
          const [done, failed] = jobNumber === 1 ? [6, 4] : [4, -4];
          return { change: { done, failed, failures: [{ reason: 'timeout', count: failed }] } };
        },
        retry: (_jobNumber, requested) => (requested ? 4 : 0),
      },
      async (handle) => {
        while ((await handle.query(progressQuery)).state !== 'Paused') await pause();
        await handle.executeUpdate(retryStudyUpdate, asksRetry({ runs: 'failed' }));
      },
    );
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 20, failed: 0 } });
    expect(calls).toContain('planRetry 3 4');
  });

  it.each(['asked for', 'by itself'])(
    'runs failed runs again (%s) in as many jobs as it takes, as many at once as the study allows',
    async (how) => {
      const isAsked = how === 'asked for';
      const failures = [{ reason: 'timeout', count: 10 }] as const;
      const mended = [{ reason: 'timeout', count: -2 }] as const;
      const ended = { failed: 10, failures, nextPlanned: 2 };
      const { result, calls } = await stage.play({
        ...(isAsked ? { input: ticketFor({ asks: 'retry', runs: 'failed' }) } : {}),
        script: {
          plan: { ...(isAsked ? ended : {}), maxConcurrentJobs: 2 },
          collect: (jobNumber) =>
            jobNumber === 1
              ? { change: { done: 0, failed: 10, failures }, retryable: 10 }
              : { change: { done: 2, failed: -2, failures: mended } },
          retry: () => 2,
          leftToRetry: (jobNumber) => 12 - 2 * jobNumber,
        },
      });
      expect(result).toMatchObject({ state: 'Finished', runs: { done: 10, failed: 0 } });
      const since = isAsked ? [2, 2, 2] : [2, 4, 6];
      expect(calls.filter((call) => call.startsWith('planRetry'))).toEqual([
        'planRetry 2 2',
        `planRetry 3 2, since ${since[0]}`,
        `planRetry 4 2${isAsked ? ', since 2' : ''}`,
        `planRetry 5 2, since ${since[1]}`,
        `planRetry 6 2${isAsked ? ', since 2' : ''}`,
      ]);
      for (const [before, after] of [
        [2, 4],
        [3, 4],
        [4, 6],
        [5, 6],
      ]) {
        expect(calls.indexOf(`collectJob ${before}`)).toBeGreaterThan(0);
        expect(calls.indexOf(`collectJob ${before}`)).toBeLessThan(
          calls.findIndex((call) => call.startsWith(`planRetry ${after}`)),
        );
      }
    },
  );

  it('does nothing that a message says itself, and what a ticket asks for once', async () => {
    const { calls } = await play({ endless: true }, async (handle) => {
      while ((await handle.query(progressQuery)).runs.submitted === 0) await pause();
      const byWord = handle.executeUpdate(retryStudyUpdate, { args: [{ runs: 'failed' }] });
      await expect(byWord).rejects.toMatchObject({ cause: { type: 'TICKET_MISSING' } });
      const asked = asksRetry({ runs: 'failed' });
      await handle.executeUpdate(retryStudyUpdate, asked);
      await expect(handle.executeUpdate(retryStudyUpdate, asked)).rejects.toMatchObject({
        cause: { type: 'TICKET_REFUSED' },
      });
      await handle.executeUpdate(stopStudyUpdate, { args: [{ mode: 'stop' }] });
    });
    expect(calls.filter((call) => call.startsWith('takeTicket'))).toHaveLength(2);
  });

  it('continues in a new execution before its history grows large, and counts every run once', async () => {
    const { result, calls, studyId } = await play({
      plan: { jobs: 40, runCount: 400, maxConcurrentJobs: 10 },
    });
    const { count: executions } = await stage.environment.client.workflow.count(
      `WorkflowId = 'study-${studyId}'`,
    );
    expect(executions).toBeGreaterThan(1);
    expect(result).toMatchObject({
      state: 'Finished',
      runs: { total: 400, done: 400, failed: 0 },
    });
    expect(calls.filter((call) => call.startsWith('submitJob'))).toHaveLength(40);
    expect(calls.filter((call) => call.startsWith('analyseStudy'))).toHaveLength(1);
  });

  it('fills a wide window over several executions, none of which grows large, and runs every job once', async () => {
    const { result, calls, studyId } = await play({
      plan: { jobs: 80, runCount: 800, maxConcurrentJobs: 80 },
    });
    expect(result).toMatchObject({ state: 'Finished', runs: { total: 800, done: 800, failed: 0 } });
    expect(calls.filter((call) => call.startsWith('submitJob'))).toHaveLength(80);
    const lengths: number[] = [];
    const executions = stage.environment.client.workflow.list({
      query: `WorkflowId = 'study-${studyId}'`,
    });
    for await (const { historyLength, runId, workflowId } of executions) {
      lengths.push(historyLength ?? 0);
      const handle = stage.environment.client.workflow.getHandle(workflowId, runId);
      const { events } = await handle.fetchHistory();
      // The server drops what an execution says in the step that ends it: a job would hear of its end ten minutes late.
      expect(saidInLastStep(events ?? [])).toEqual([]);
    }
    expect(lengths.length).toBeGreaterThan(1);
    expect(Math.max(...lengths)).toBeLessThan(900);
  });

  it('creates a cluster once, runs on it, and ends it', async () => {
    const { calls } = await play({ plan: { cluster: { kind: 'own', name: 'beams' } } });
    expect(calls.filter((call) => call.startsWith('createCluster'))).toHaveLength(1);
    expect(calls.indexOf('startCluster')).toBeLessThan(calls.indexOf('createJob 1'));
    await expect.poll(() => calls).toContain('shutdownCluster');
  });

  it.each([
    ['gives its cluster back while it is paused, and asks for one again when it goes on', 2, {}],
    [
      'keeps its cluster while it is paused where its file says so',
      1,
      { keepWhilePaused: true },
    ] as const,
  ])('%s', async (_title, clusters, kept) => {
    const name = `pause-${clusters}`;
    const failures = [{ reason: 'timeout', count: 5 }] as const;
    const { calls, notes, result } = await stage.play({
      name,
      script: {
        plan: {
          ...{ jobs: 2, runCount: 20, maxConcurrentJobs: 1, onLimit: 'pause' },
          cluster: { kind: 'own', name: 'beams', ...kept },
        },
        collect: (jobNumber) =>
          jobNumber === 1 ? { change: { done: 5, failed: 5, failures } } : {},
      },
      during: async (handle) => {
        const isTold = async (): Promise<boolean> =>
          (await handle.query(progressQuery)).notes.some((note) => note.includes('is paused'));
        while (!(await isTold())) await pause();
        const cluster = stage.environment.client.workflow.getHandle(`cluster-beams-${name}`);
        if (clusters === 2) await cluster.result();
        else expect((await cluster.describe()).status.name).toBe('RUNNING');
        await handle.executeUpdate(resumeStudyUpdate, asksResume());
      },
    });
    expect(result.runs).toMatchObject({ done: 15, failed: 5 });
    expect(calls.filter((call) => call.startsWith('createCluster'))).toHaveLength(clusters);
    expect(notes.join()).not.toContain('lost');
    await stage.environment.client.workflow.getHandle(`cluster-beams-${name}`).result();
    expect(calls.filter((call) => call === 'shutdownCluster')).toHaveLength(clusters);
  });

  it('gives back a cluster on which nothing runs any more, while what its jobs gave can’t be had', async () => {
    const name = 'no-room';
    let isRoom = false;
    const { calls, notes, result } = await stage.play({
      name,
      script: {
        plan: { cluster: { kind: 'own', name: 'beams' } },
        before: (activity) => {
          if (activity === 'collectJob' && !isRoom) throw new Error('no room');
        },
      },
      during: async (handle) => {
        const isGivenBack = async (): Promise<boolean> =>
          (await handle.query(progressQuery)).notes.some((note) => note.includes('given back'));
        while (!(await isGivenBack())) await pause();
        await stage.environment.client.workflow.getHandle(`cluster-beams-${name}`).result();
        isRoom = true;
      },
    });
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 10 } });
    expect(notes.join()).toContain("was given back, as none of the study's jobs");
    expect(calls.filter((call) => call.startsWith('createCluster'))).toHaveLength(1);
  });

  it('hears of jobs that ended before the wait for news asked for them', async () => {
    const { result, watches } = await play({
      plan: { jobs: 4, runCount: 40, maxConcurrentJobs: 4 },
    });
    expect(result.runs.done).toBe(40);
    expect(new Set(watches.flatMap(({ heard }) => Object.keys(heard))).size).toBe(4);
  });

  it('calls the wait for news again when a further job joins those in flight', async () => {
    const { watches } = await play(
      { endless: true, plan: { jobs: 2, runCount: 20, maxConcurrentJobs: 2 } },
      async (handle) => {
        while ((await handle.query(progressQuery)).runs.submitted < 20) await pause();
        await handle.executeUpdate(stopStudyUpdate, { args: [{ mode: 'stop' }] });
      },
    );
    expect(watches.map(({ heard }) => Object.keys(heard).length)).toContain(2);
  });

  it('loses no news when the wait for it fails on the way', async () => {
    const { result } = await play({
      watchFails: (call) => (call === 1 ? connectionLost() : undefined),
    });
    expect(result.state).toBe('Finished');
  });

  it('asks for news of the jobs in flight alone after thousands have ended', async () => {
    const ledger = new StudyLedger();
    ledger.takePlan(planOf({ jobs: 5_006, maxConcurrentJobs: 3 }));
    ledger.reach('uploaded');
    playThrough(ledger, 5_000);
    const { result, watches } = await stage.play({
      script: {},
      input: { carried: ledger.carried },
    });
    expect(result.runs.done).toBe(50_060);
    const sizes = watches.map((input) => JSON.stringify(input).length);
    expect(sizes.length).toBeGreaterThan(0);
    expect(Math.max(...sizes)).toBeLessThan(200);
  });

  it('refuses a retry while its results are written, since nothing would run it', async () => {
    let refusal: unknown;
    let asked = false;
    await play(
      {
        analyse: async () => {
          while (!asked) await pause();
        },
      },
      async (handle) => {
        while (!(await handle.query(progressQuery)).activity.startsWith('writing')) await pause();
        refusal = await handle
          .executeUpdate(retryStudyUpdate, asksRetry({ runs: 'failed' }))
          .catch((error: unknown) => error);
        asked = true;
      },
    );
    expect(refusal).toMatchObject({ cause: { type: 'STUDY_OVER' } });
  });

  it('stops a job on the platform whose workflow is cancelled by hand while it waits', async () => {
    const { calls, notes } = await play({ endless: true }, async (handle) => {
      while ((await handle.query(progressQuery)).runs.submitted === 0) await pause();
      const name = handle.workflowId.replace(/^study-/, '');
      await stage.environment.client.workflow.getHandle(jobWorkflowId(name, 1)).cancel();
    });
    expect(calls).toContain('stopJob job-1 stop');
    expect(calls).toContain('collectJob 1, cancelled');
    expect(notes.join()).toContain('Job 1: its workflow was cancelled in Temporal');
  });
});

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 30));
}
