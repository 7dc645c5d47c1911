import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Activities } from '../../src/run/activity-contract.ts';
import type { StudyProgress, TicketOrder } from '../../src/run/messages.ts';
import {
  hasLapsed,
  keepJobStopped,
  keepMadeCluster,
  keepOutcomes,
  keepPlatformJob,
  layout,
  ticketLifeDays,
  writeTicket,
  type DocumentFolder,
  type Store,
} from '../../src/store/index.ts';
import { beamStudy, keepStudy, type Caller, type KeptStudy } from './kept-study.ts';

const studyId = 'beam-1';

let kept: KeptStudy;
let store: Store;
let folder: DocumentFolder;
let planHash = '';
/** Calls that reached the platform, which pays for some of them. */
let effects: string[];

beforeEach(async () => {
  effects = [];
  const effect =
    (name: string) =>
    (id: unknown): Promise<object> => {
      effects.push(`${name} ${typeof id === 'string' ? id : ''}`.trim());
      return Promise.resolve({ id: 'new' });
    };
  kept = await keepStudy(studyId, beamStudy, {
    jobs: {
      get: () => Promise.resolve({ id: 'foreign', name: 'somebody else’s job' }),
      ...{ create: effect('create'), submit: effect('submit'), stop: effect('stop') },
    },
    clusters: { start: effect('start'), shutdown: effect('shutdown'), submitJob: effect('submit') },
    customFields: { assigned: effect('assign'), write: effect('write'), values: effect('values') },
    remarks: () => [],
  });
  ({ store, folder, planHash } = kept);
});

/** Calls an activity as a workflow of that id and run does. */
function call<Name extends keyof Activities>(
  name: Name,
  input: Parameters<Activities[Name]>[0],
  caller?: Caller,
): ReturnType<Activities[Name]> {
  return kept.call(name, input, caller);
}

const write = (order: TicketOrder, at = new Date()): Promise<string> =>
  writeTicket(folder, order, at);
const take = (ticket: string, use: TicketOrder['asks'], caller: Caller = {}) =>
  call('takeTicket', { studyId, ticket, use }, caller);
const start = (ticket: string | undefined, changes: object = {}, caller: Caller = {}) =>
  call(
    'planStudy',
    { studyId, studyName: 'beam', planHash, ...(ticket && { ticket }), ...changes },
    caller,
  );
const refused = (type: string): object => ({ type, nonRetryable: true });
const progress = {
  ...{ studyId, studyName: 'beam', planHash: 'a1b2', state: 'Finished', activity: 'over' },
  ...{ runs: { total: 2, done: 2, failed: 0, submitted: 0 }, jobs: [], failures: [], notes: [] },
};

/** Leaves the study as its end does. */
async function end(): Promise<void> {
  await folder.write(layout.status, progress as StudyProgress);
}

describe('a ticket', () => {
  it('says what is asked to the one call that takes it, at each of its tries, and to no other', async () => {
    const ticket = await write({ asks: 'retry', runs: [2] });
    expect(await take(ticket, 'retry')).toEqual({ asks: 'retry', runs: [2] });
    expect(await take(ticket, 'retry')).toEqual({ asks: 'retry', runs: [2] });
    for (const caller of [{ activityId: '2' }, { runId: 'run-2' }]) {
      await expect(take(ticket, 'retry', caller)).rejects.toMatchObject(refused('TICKET_REFUSED'));
    }
  });

  it('is taken only by the study’s own workflow, for what it is, while it is fresh', async () => {
    const resume = await write({ asks: 'resume' });
    const old = new Date(Date.now() - (ticketLifeDays + 1) * 86_400_000);
    const lapsed = await write({ asks: 'resume' }, old);
    const tries = [
      take(resume, 'resume', { workflowId: 'study-evil' }),
      take(resume, 'retry'),
      take(randomUUID(), 'resume'),
      take(lapsed, 'resume'),
    ];
    for (const one of await Promise.allSettled(tries)) {
      expect(one).toMatchObject({ status: 'rejected', reason: refused('TICKET_REFUSED') });
    }
    await expect(take('../snapshot', 'resume')).rejects.toMatchObject(refused('BAD_MESSAGE'));
    expect(await take(resume, 'resume')).toEqual({ asks: 'resume' });
    expect(hasLapsed({ at: old.toISOString() }, new Date())).toBe(true);
    // The next one that is written clears away what nobody took.
    await write({ asks: 'resume' });
    expect(await folder.has(layout.ticket(lapsed))).toBe(false);
    expect(await folder.has(layout.ticket(resume))).toBe(true);
  });

  it('asks for no run and no files that the study does not have', async () => {
    const run = await write({ asks: 'retry', runs: [3] });
    const revision = await write({ asks: 'retry', runs: [1], revision: 2 });
    await expect(take(run, 'retry')).rejects.toThrow('no run 3');
    await expect(take(revision, 'retry')).rejects.toThrow('no revision 2');
  });
});

describe('a start', () => {
  it('goes by its ticket once, and again after a crash of the same execution', async () => {
    const ticket = await write({ asks: 'start' });
    await expect(start(ticket)).rejects.toMatchObject(refused('TICKET_MISSING'));
    await take(ticket, 'start');
    expect(await start(ticket)).toMatchObject({ runCount: 2 });
    expect(await start(ticket)).toMatchObject({ runCount: 2 });
    await expect(start(ticket, {}, { runId: 'run-2' })).rejects.toMatchObject(
      refused('TICKET_MISSING'),
    );
  });

  it('does nothing without a ticket, for a study that has ended least of all', async () => {
    await expect(start(undefined)).rejects.toMatchObject(refused('TICKET_MISSING'));
    await end();
    await expect(start(undefined)).rejects.toMatchObject(refused('TICKET_MISSING'));
    const first = await write({ asks: 'start' });
    await expect(take(first, 'start')).rejects.toThrow('it has ended');
    expect(await folder.has(layout.status)).toBe(true);
    const again = await write({ asks: 'retry', runs: 'failed' });
    await take(again, 'start');
    await start(again);
    expect(await folder.has(layout.status)).toBe(false);
  });

  it('finds the study as it was when it is repeated after a crash, and begins nothing that was stopped', async () => {
    await call('prepareJob', { studyId, jobNumber: 1 });
    await folder.write(layout.checkpoint, { jobs: 1, nextPlanned: 2, withdrawn: [1] });
    await end();
    const retry = await write({ asks: 'retry', runs: [2] });
    await take(retry, 'start');
    const planned = await start(retry);
    expect(planned).not.toHaveProperty('takenUp');
    expect(await start(retry)).toEqual(planned);

    // That execution is lost: the job that was stopped before it isn't begun by whoever goes on.
    const again = await write({ asks: 'start' });
    const caller = { runId: 'run-2' };
    await take(again, 'start', caller);
    expect(await start(again, {}, caller)).toMatchObject({
      ...{ withdrawn: [1], takenUp: { begun: [], onlyBegun: true } },
    });
    await keepPlatformJob(folder, 1, 'own', true);
    const third = await write({ asks: 'start' });
    await take(third, 'start', { runId: 'run-3' });
    expect(await start(third, {}, { runId: 'run-3' })).toMatchObject({
      takenUp: { begun: [1], onlyBegun: true },
    });
  });

  it('of a lost study has go on what the reaper or the study itself stopped since its last end', async () => {
    for (const jobNumber of [1, 2, 3]) {
      await keepPlatformJob(folder, jobNumber, `id${jobNumber}`, true);
      const by = jobNumber === 2 ? 'reaper' : 'study';
      const at = '2026-05-01T12:00:00.000Z';
      await keepJobStopped(folder, jobNumber, { jobId: `id${jobNumber}`, by, at });
      if (jobNumber < 3) await keepOutcomes(folder, jobNumber, []);
    }
    const planned = async (runId: string) => {
      const ticket = await write({ asks: 'start' });
      await take(ticket, 'start', { runId });
      return start(ticket, {}, { runId });
    };
    expect(await planned('run-1')).toMatchObject({
      takenUp: { begun: [3], stopped: [1, 2, 3], reaped: [2] },
    });
    await folder.write(layout.checkpoint, { jobs: 1, nextPlanned: 2 });
    expect(await planned('run-2')).toMatchObject({
      takenUp: { begun: [3], stopped: [2, 3], reaped: [2] },
    });
  });

  it('that is for a stop alone says so, and in which way', async () => {
    const order = { asks: 'start', stop: 'force' } as const;
    expect(await take(await write(order), 'start')).toEqual(order);
  });

  it('of another plan, or of no study’s name, fails at once; of one that the store lacks, it is left to a worker that has it', async () => {
    const ticket = await write({ asks: 'start' });
    await take(ticket, 'start');
    for (const changes of [{ planHash: 'f'.repeat(64) }, { studyName: 'other' }]) {
      await expect(start(ticket, changes)).rejects.toMatchObject(refused('STUDY_DIFFERS'));
    }
    await expect(start(ticket, { studyId: 'gone-1' })).rejects.toMatchObject({
      ...{ type: 'STUDY_ELSEWHERE', nonRetryable: false },
    });
    for (const foreign of ['../beam-1', '/etc', '..', 'a/b', '']) {
      await expect(start(ticket, { studyId: foreign })).rejects.toMatchObject({
        nonRetryable: true,
      });
    }
  });
});

describe('a study that has ended', () => {
  it('pays for nothing, publishes nothing, and changes nothing', async () => {
    await keepPlatformJob(folder, 1, 'own', true);
    await end();
    const job = { studyId, jobNumber: 1, jobId: 'own' };
    const calls = [
      call('prepareJob', job),
      call('createJob', { ...job, onCluster: false }),
      call('submitJob', job),
      call('planRetry', { studyId, jobNumber: 2 }),
      call('stopJob', { ...job, mode: 'force' }),
      call('writeFindings', job),
    ];
    for (const one of await Promise.allSettled(calls)) {
      expect(one).toMatchObject({ status: 'rejected', reason: refused('STUDY_ENDED') });
    }
    const forged = { ...progress, state: 'Aborted' } as unknown as StudyProgress;
    const attack = { studyId, progress: forged, resultsDir: join(kept.root, 'stolen') };
    for (const ticket of [undefined, randomUUID()]) {
      const { notes } = await call('closeStudy', { ...attack, ...(ticket && { ticket }) });
      expect(notes.join()).toContain('nothing was written');
    }
    expect(await folder.find(layout.status)).toMatchObject({ state: 'Finished' });
    expect(effects).toEqual([]);
  });
});

describe('what is not in the study’s records', () => {
  const foreign = { studyId, jobNumber: 1, jobId: 'foreign' };
  const keepSpec = (): Promise<unknown> => call('prepareJob', { studyId, jobNumber: 1 });

  it('is never submitted, stopped, collected or written to', async () => {
    await keepSpec();
    await keepPlatformJob(folder, 1, 'own', true);
    const calls = [
      call('checkJob', foreign),
      call('submitJob', foreign),
      call('submitJob', { ...foreign, jobId: 'own', clusterId: 'c9' }),
      call('stopJob', { ...foreign, mode: 'force' }),
      call('collectJob', { ...foreign, stopped: false }),
      call('collectEndedRuns', foreign),
      call('assignFindings', foreign),
      call('writeFindings', foreign),
      call('readFindings', foreign),
      call('startCluster', { studyId, clusterId: 'c9' }),
      call('shutdownCluster', { studyId, clusterId: 'c9' }),
    ];
    for (const one of await Promise.allSettled(calls)) {
      expect(one).toMatchObject({ status: 'rejected', reason: refused('NOT_OURS') });
    }
    expect(effects).toEqual([]);
    await call('submitJob', { ...foreign, jobId: 'own' });
    expect(effects).toEqual(['submit own']);
  });

  it('does not get into them by a name that is not its own, nor in the place of what is there', async () => {
    await keepSpec();
    await expect(call('checkJob', foreign)).rejects.toMatchObject(refused('NOT_OURS'));
    expect(await folder.has(layout.platformJob(1))).toBe(false);
    expect(await keepPlatformJob(folder, 1, 'own')).toBe('own');
    expect(await keepPlatformJob(folder, 1, 'foreign')).toBe('own');
    const again = call('createJob', { studyId, jobNumber: 1, onCluster: false });
    await expect(again).rejects.toMatchObject(refused('JOB_MADE_BEFORE'));
    expect(effects).toEqual([]);
  });

  it('is no cluster that was made for another study', async () => {
    await keepMadeCluster(store, 'c1', { studyId, name: 'beams' });
    await store.study('other-1').write(layout.snapshot, {} as never);
    await keepMadeCluster(store, 'c1', { studyId: 'other-1', name: 'beams' });
    await call('shutdownCluster', { studyId, clusterId: 'c1' });
    const other = call('shutdownCluster', { studyId: 'other-1', clusterId: 'c1' });
    await expect(other).rejects.toMatchObject(refused('NOT_OURS'));
    expect(effects).toEqual(['shutdown c1']);
  });
});

describe('runs that run again', () => {
  const plan = (request: object | undefined, jobNumber = 2) =>
    call('planRetry', { studyId, jobNumber, ...(request && { request }) } as never);

  it('are those of a ticket that was taken, in one job', async () => {
    const order = { asks: 'retry', runs: 'failed' } as const;
    const ticket = await write(order);
    const request = { runs: 'failed', ticket };
    await expect(plan(request)).rejects.toMatchObject(refused('TICKET_REFUSED'));
    await take(ticket, 'retry');
    expect(await plan(request)).toEqual({ runs: 0 });
    expect(await plan(request)).toEqual({ runs: 0 });
    const tries = [
      plan({ runs: 'failed' }),
      plan({ runs: [1], ticket }),
      plan({ ...request, revision: 2 }),
    ];
    for (const one of await Promise.allSettled(tries)) {
      expect(one).toMatchObject({ status: 'rejected', reason: refused('TICKET_REFUSED') });
    }
    const elsewhere = { runs: 'failed', ticket: '../snapshot' };
    await expect(plan(elsewhere)).rejects.toMatchObject(refused('BAD_MESSAGE'));
    await folder.write(layout.retryChoice(2), { runs: [] });
    await expect(plan(request, 3)).rejects.toThrow('spent on another job');
    await expect(plan(undefined, 99)).rejects.toMatchObject(refused('NOT_OURS'));
  });
});
