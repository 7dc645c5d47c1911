import { defaultPayloadConverter } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import type { PendingActivity } from '../../src/look/pending-activities.ts';
import {
  troublesOfActivities,
  troublesOfJobs,
  troublesOfWorkflow,
} from '../../src/look/read-troubles.ts';
import { troubleOf, withoutLostSteps } from '../../src/run/trouble.ts';
import { withCommands } from '../../src/cli/watch/trouble-words.ts';
import { platformDown } from '../cli/watch/watch-states.ts';

const now = new Date('2026-11-21T11:02:45Z');
const beat = (detail: unknown) => ({
  payloads: [defaultPayloadConverter.toPayload(detail) ?? {}],
});
const lastFailure = { message: 'gone', applicationFailureInfo: { type: 'PLATFORM_DIFFERS' } };

describe('steps whose worker was lost', () => {
  const lost = {
    ...{ state: 1, attempt: 2, lastAttemptCompleteTime: { seconds: 1_795_000_000 } },
    lastFailure: { message: 'activity Heartbeat timeout' },
  };
  const silent = { ...platformDown, code: 'NO_WORKER', waitingFor: 'a worker, as none answers' };

  it('wait for a worker, and are no steps that fail', () => {
    const [trouble] = troublesOfActivities([lost], now);
    expect(trouble?.waitingFor).toBe('a worker to take up a step whose worker was lost');
    expect(withoutLostSteps([...(trouble === undefined ? [] : [trouble])])).toEqual([trouble]);
  });

  it('say nothing more where no worker answers, as other steps do', () => {
    const failing = troublesOfActivities([lost, { ...lost, lastFailure }], now);
    expect(withoutLostSteps([...failing, silent]).map(({ code }) => code)).toEqual([
      'PLATFORM_DIFFERS',
      'NO_WORKER',
    ]);
  });
});

describe('what pending activities wait for', () => {
  it('is what their heartbeats say', () => {
    const heartbeatDetails = beat({ jobs: [], trouble: platformDown });
    expect(troublesOfActivities([{ state: 2, attempt: 1, heartbeatDetails }], now)).toEqual([
      platformDown,
    ]);
  });

  it('is their failure while they wait for the next try, and not once it works', () => {
    const failed = { attempt: 4, lastFailure, lastAttemptCompleteTime: { seconds: 1_795_000_000 } };
    expect(troublesOfActivities([{ ...failed, state: 1 }], now)).toMatchObject([
      { code: 'PLATFORM_DIFFERS', lastError: 'gone', attempts: 3 },
    ]);
    expect(troublesOfActivities([{ ...failed, state: 2 }], now)).toEqual([]);
  });

  it('began when their first failing try said so, and never in the future', () => {
    const seconds = now.getTime() / 1000;
    const failed = { state: 1, attempt: 4, lastFailure };
    const later = { lastAttemptCompleteTime: { seconds: seconds + 30 } };
    const sinceOf = (activity: PendingActivity): string | undefined =>
      troublesOfActivities([activity], now)[0]?.since;
    const told = troubleOf({ code: 'PLATFORM_DIFFERS', message: 'x' }, '2026-11-21T10:00:00.000Z');
    expect(sinceOf({ ...failed, ...later, heartbeatDetails: beat({ trouble: told }) })).toBe(
      told.since,
    );
    expect(sinceOf({ ...failed, ...later })).toBe(now.toISOString());
    const lastStartedTime = { seconds: seconds - 60, nanos: 250_000_000 };
    expect(sinceOf({ ...failed, ...later, lastStartedTime })).toBe('2026-11-21T11:01:45.250Z');
  });

  it('is told of a step that is paused, or whose next try is in years', () => {
    const step = {
      ...{ state: 1, attempt: 2, lastFailure, workflowId: 'study-a', activityId: '7' },
      activityType: { name: 'readPrice' },
    };
    expect(troublesOfActivities([{ ...step, paused: true }], now)).toMatchObject([
      {
        code: 'STEP_PAUSED',
        lastError: 'readPrice (--workflow-id study-a --activity-id 7) is paused',
      },
    ]);
    const seconds = now.getTime() / 1000;
    const nextIn = (wait: number) =>
      troublesOfActivities(
        [{ ...step, nextAttemptScheduleTime: { seconds: seconds + wait } }],
        now,
      );
    expect(nextIn(3 * 3600)).toMatchObject([
      {
        code: 'STEP_DELAYED',
        lastError:
          'the next try of readPrice (--workflow-id study-a --activity-id 7) is at 2026-11-21T14:02:45.000Z',
      },
    ]);
    expect(nextIn(9e15)).toMatchObject([{ code: 'STEP_DELAYED' }]);
    // As long as a platform may ask for.
    expect(nextIn(900)).toMatchObject([{ code: 'PLATFORM_DIFFERS' }]);
  });

  it('is a workflow whose next step fails again and again, and not one whose worker was restarted', () => {
    const told = (attempt: number) =>
      troublesOfWorkflow(
        {
          workflowId: 'study-a',
          raw: {
            pendingWorkflowTask: {
              attempt,
              originalScheduledTime: { seconds: now.getTime() / 1000 - 60 },
            },
          },
        },
        now,
      );
    expect(told(9)).toMatchObject([
      {
        ...{ code: 'WORKFLOW_STUCK', attempts: 8, since: '2026-11-21T11:01:45.000Z' },
        lastError: 'the next step of workflow study-a failed each time',
      },
    ]);
    expect(told(3)).toEqual([]);
    expect(troublesOfWorkflow({ workflowId: 'study-a', raw: {} }, now)).toEqual([]);
  });

  it('is a fault of the program also while it is tried once more', () => {
    const applicationFailureInfo = { type: 'ENGINE_FAULT' };
    const fault = { message: 'A fault in doeflow: TypeError: x', applicationFailureInfo };
    expect(troublesOfActivities([{ state: 2, attempt: 3, lastFailure: fault }], now)).toMatchObject(
      [
        {
          waitingFor: 'a doeflow without the fault that was met',
          lastError: fault.message,
          whatToDo: expect.stringContaining('This is a bug in doeflow') as string,
        },
      ],
    );
  });

  it('is what unfinished jobs say of themselves', () => {
    const job = { jobNumber: 3, runs: 1, trouble: 'HTTP 503', troubleCode: 'API_SERVER' };
    expect(troublesOfJobs([{ ...job, phase: 'creating' }], now)).toMatchObject([
      { waitingFor: 'the platform', lastError: 'job 3: HTTP 503' },
    ]);
    expect(troublesOfJobs([{ ...job, phase: 'done' }], now)).toEqual([]);
  });
});

describe('what a person can do about a refused token', () => {
  const refused = { ...platformDown, code: 'API_AUTHENTICATION' };
  const platform = {
    baseUrl: 'https://platform.example.com/',
    token: 't',
    tokenProblem: undefined,
  };
  const study = { again: 'doeflow watch s-1', embedded: true };

  it('is the exact login, with its profile', () => {
    const settings = { platform, profile: 'work', origin: { 'platform.token': 'file x' } };
    expect(withCommands(refused, settings, study).whatToDo).toContain(
      'doeflow login https://platform.example.com/ --profile work;',
    );
  });

  it('is the variable where the token comes from there', () => {
    const origin = { 'platform.token': 'environment DOEFLOW_PLATFORM_TOKEN' };
    expect(
      withCommands(refused, { platform, profile: 'default', origin }, study).whatToDo,
    ).toContain('set DOEFLOW_PLATFORM_TOKEN to it and run doeflow watch s-1');
  });

  it('leaves a worker of a profile to itself, and one of the environment to a person', () => {
    const worker = { again: 'doeflow watch s-1', embedded: false };
    const file = { platform, profile: 'work', origin: { 'platform.token': 'file x' } };
    expect(withCommands(refused, file, worker).whatToDo).toContain('by themselves');
    const origin = { 'platform.token': 'environment DOEFLOW_PLATFORM_TOKEN' };
    expect(withCommands(refused, { ...file, origin }, worker).whatToDo).toContain(
      'start the worker again with it',
    );
  });

  it('leaves other trouble as it is', () => {
    const settings = { platform, profile: 'work', origin: {} };
    expect(withCommands(platformDown, settings, study)).toBe(platformDown);
  });
});
