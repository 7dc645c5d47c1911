/** Workflows that fail, are terminated or vanish: the study goes on with what they left, and pays nothing twice. */
import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { progressQuery, stopStudyUpdate } from '../../workflows/messages.ts';
import { StudyLedger } from '../../workflows/study/study-ledger.ts';
import { clusterWorkflowId, jobWorkflowId, studyWorkflowId } from '../../src/temporal/names.ts';
import type { StudyActivities } from '../../src/run/activity-contract.ts';
import type { StudyProgress } from '../../src/run/messages.ts';
import { loseFourTimes } from './given-up.ts';
import { cutShort, type Script } from './scripted-activities.ts';
import { stoppedTakeOver } from './stopped-take-over.ts';
import { openStoryStage, type StoryStage } from './story-stage.ts';
import { planOf, startWaitingJob } from './ledger-moves.ts';

let stage: StoryStage;
beforeAll(async () => {
  stage = await openStoryStage();
});
afterAll(() => stage?.close());

type During = (study: {
  readonly name: string;
  until(holds: (progress: StudyProgress) => boolean): Promise<StudyProgress>;
  look(): Promise<StudyProgress>;
  terminate(workflowId: string): Promise<void>;
  stop(): Promise<unknown>;
}) => Promise<void>;

/** Plays one study of a short heartbeat and gives back what came of it, with its last progress. */
async function play(
  name: string,
  script: Script,
  during: During,
  carried?: unknown,
  heartbeatTimeoutMs = 1_000,
) {
  const { client } = stage.environment;
  const handleOf = (workflowId: string) => client.workflow.getHandle(workflowId);
  const study = handleOf(studyWorkflowId(name));
  const played = await stage.play({
    script,
    name,
    input: {
      pace: { heartbeatTimeoutMs, listLagMs: 50, retryMs: 20 },
      ...(carried === undefined ? {} : { carried }),
    },
    during: async () => {
      await during({
        name,
        async until(holds) {
          for (;;) {
            const progress = await study.query(progressQuery);
            if (holds(progress)) return progress;
            await pause();
          }
        },
        look: () => study.query(progressQuery),
        terminate: async (id) => void (await handleOf(id).terminate('by a test')),
        stop: () => study.executeUpdate(stopStudyUpdate, { args: [{ mode: 'stop' }] }),
      });
    },
  });
  return { ...played, progress: await study.query(progressQuery) };
}

const submitsOf = (calls: readonly string[]): number =>
  calls.filter((call) => call.startsWith('submitJob')).length;

/** A call that waits, once, until it is let go; a workflow that is terminated meanwhile never hears its answer. */
function holdFirst(held: keyof StudyActivities) {
  let isHeld = false;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  return {
    get isHeld() {
      return isHeld;
    },
    release,
    before: async (name: keyof StudyActivities): Promise<void> => {
      if (name !== held || isHeld) return;
      isHeld = true;
      await released;
      throw new Error('its workflow is gone');
    },
  };
}

describe.concurrent('a job whose workflow is lost', { timeout: 240_000 }, () => {
  it('is taken over while the platform runs it, and is not submitted again', async () => {
    let isOver = false;
    const { result, calls, progress } = await play(
      'gone-running',
      {
        before: async (name) => {
          while (name === 'watchJobs' && !isOver) await pause();
        },
        statuses: () => (isOver ? ['Completed', 'Pending'] : ['Pending']),
      },
      async ({ name, until, terminate }) => {
        await until(({ runs }) => runs.submitted === 10);
        await terminate(jobWorkflowId(name, 1));
        await until(({ notes }) => notes.length > 0);
        isOver = true;
      },
    );
    expect(result).toMatchObject({ state: 'Finished', runs: { total: 10, done: 10, failed: 0 } });
    expect(submitsOf(calls)).toBe(1);
    expect(progress.notes.join()).toMatch(/Job 1: its workflow ended .*it was terminated/);
  });

  it('is submitted once when it was lost before its submit', async () => {
    const hold = holdFirst('checkJob');
    const { result, calls } = await play(
      'gone-before-submit',
      { before: hold.before, found: () => ['job-1'] },
      async ({ name, terminate }) => {
        while (!hold.isHeld) await pause();
        await terminate(jobWorkflowId(name, 1));
        hold.release();
      },
    );
    expect(result.runs.done).toBe(10);
    expect(calls.filter((call) => /createJob|submitJob/.test(call))).toEqual([
      'createJob 1',
      'submitJob job-1',
    ]);
  });

  it('is collected when it was lost while it was collected', async () => {
    const hold = holdFirst('collectJob');
    const { result, calls } = await play(
      'gone-collecting',
      { before: hold.before },
      async ({ name, terminate }) => {
        while (!hold.isHeld) await pause();
        await terminate(jobWorkflowId(name, 1));
        hold.release();
      },
    );
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 10 } });
    expect(submitsOf(calls)).toBe(1);
  });

  it('is taken over when its workflow failed', async () => {
    let fails = 1;
    const { result, calls, progress } = await play(
      'failed',
      {
        before: (name) => {
          if (name === 'collectJob' && fails-- > 0) throw damaged();
        },
      },
      () => Promise.resolve(),
    );
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 10 } });
    expect(submitsOf(calls)).toBe(1);
    expect(progress.notes.join()).toContain('the store is damaged');
  });

  it('is told as failed, with its platform id, when it can’t be kept', async () => {
    const { result, calls, progress } = await play(
      'hopeless',
      {
        before: (name) => {
          if (name === 'collectJob') throw damaged();
        },
      },
      () => Promise.resolve(),
    );
    expect(result).toMatchObject({ state: 'Finished with failures', runs: { failed: 10 } });
    expect(submitsOf(calls)).toBe(1);
    expect(calls).toContain('stopJob job-1 stop');
    expect(progress.notes.join()).toMatch(
      /its job on the platform is job-1, which was asked to stop/,
    );
  });

  it('is stopped and collected when four of its workflows were ended, so that no run is paid for again', async () => {
    const { result, calls, progress } = await play(
      'given-up',
      cutShort,
      ({ name, look, terminate }) => loseFourTimes({ studyId: name, look, terminate }),
    );
    expect(calls).toContain('stopJob job-1 stop');
    expect(calls.filter((call) => call.startsWith('collectJob'))).toHaveLength(1);
    expect(calls.filter((call) => call.startsWith('refuseJob'))).toEqual([]);
    expect(result.runs).toMatchObject({ done: 6, failed: 4 });
    expect(progress.notes.join()).toMatch(/4 workflows of this job ended before it did/u);
  });

  it('is stopped on the platform and collected when the study is being stopped', async () => {
    const { result, calls } = await play(
      'gone-stopping',
      cutShort,
      async ({ name, until, terminate, stop }) => {
        await until(({ runs }) => runs.submitted === 10);
        await terminate(jobWorkflowId(name, 1));
        await stop();
      },
    );
    expect(result).toMatchObject({ state: 'Stopped', runs: { done: 6 } });
    expect(calls).toContain('stopJob job-1 stop');
    expect(submitsOf(calls)).toBe(1);
  });

  it('is stopped at once, and its cluster given back, when the stop comes in the long wait of the third workflow that takes it over', async () => {
    const { result, calls, notes } = await stage.play(stoppedTakeOver('stopped-waiting'));
    expect(result).toMatchObject({ state: 'Stopped', runs: { done: 6 } });
    expect(calls.filter((call) => /submitJob|stopJob|collectJob|shutdown/.test(call))).toEqual([
      'submitJob job-1',
      'stopJob job-1 force',
      'collectJob 1',
      'shutdownCluster',
    ]);
    expect(notes.join()).toMatch(/begins 360 s after .* a stop ends that wait/u);
  });

  it('is stopped when what its lost workflow had begun reaches the platform only after the stop', async () => {
    const hold = holdFirst('checkJob');
    let isLate = false;
    let isStopped = false;
    const { result, calls } = await play(
      'gone-late',
      {
        before: hold.before,
        found: () => (isLate ? ['job-1'] : []),
        statuses: () => [...(isStopped ? ['Completed'] : []), ...(isLate ? ['Pending'] : [])],
        stop: () => {
          isStopped = true;
          return {};
        },
      },
      async ({ name, until, terminate, stop }) => {
        while (!hold.isHeld) await pause();
        await terminate(jobWorkflowId(name, 1));
        hold.release();
        await until(({ notes }) => notes.join().includes('takes the job over'));
        await stop();
        const { jobs } = await until(({ jobs: [job] }) => job?.trouble !== undefined);
        expect(jobs[0]?.trouble).toMatch(/^it is stopped, and looked for once more at [\d:]+ UTC/u);
        isLate = true;
      },
      undefined,
      4_000,
    );
    expect(submitsOf(calls)).toBe(0);
    expect(calls).toContain('stopJob job-1 stop');
    expect(calls).toContain('collectJob 1');
    expect(result.state).toBe('Finished');
  });

  it('is found by the watchdog when it was lost behind a continue-as-new', async () => {
    const ledger = new StudyLedger();
    ledger.takePlan(planOf({ jobs: 1 }));
    ledger.reach('uploaded');
    startWaitingJob(ledger);
    // Heard already: the platform has nothing more to tell.
    ledger.jobs.takeStatus('job-1', { status: 'Completed', ended: true });
    const { result, calls, progress } = await play(
      'gone-behind',
      { statuses: () => ['Completed', 'Pending'] },
      () => Promise.resolve(),
      ledger.carried,
    );
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 10 } });
    expect(submitsOf(calls)).toBe(0);
    expect(progress.notes.join()).toContain('it could not be found');
  });
});

describe.concurrent('a cluster whose workflow is lost', { timeout: 240_000 }, () => {
  it('is asked for once more, then jobs run without it', async () => {
    const { result, progress } = await play(
      'lost-cluster',
      {
        plan: { cluster: { kind: 'own', name: 'beams' } },
        before: async (name) => {
          if (name === 'startCluster') await new Promise(() => undefined);
        },
      },
      async ({ name, until, terminate }) => {
        const cluster = clusterWorkflowId(`beams-${name}`);
        await until(({ activity }) => activity.startsWith('waiting for cluster'));
        // The study says that it waits before there is a workflow.
        const terminateOnceThere = async (): Promise<void> => {
          while ((await terminate(cluster).catch((error: unknown) => error)) !== undefined)
            await pause();
        };
        await terminateOnceThere();
        await until(({ notes }) => notes.some((note) => note.startsWith('Asked for the cluster')));
        await terminateOnceThere();
      },
    );
    expect(result).toMatchObject({ state: 'Finished', runs: { done: 10 } });
    expect(progress.notes.join()).toMatch(/No cluster, so jobs run on their own hardware/);
  });
});

function damaged(): Error {
  return ApplicationFailure.nonRetryable('the store is damaged', 'RESULT_STORE');
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 30));
}
