/** The verbs of an archive on a real Temporal server, with scripted activities and a platform that only says who asks. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { requireNotHeld } from '../../activities/archive/why-held.ts';
import { archiveLayout } from '../../src/archive/index.ts';
import { openStore, type Store } from '../../src/store/index.ts';
import { doeflowInProcess } from '../kit/doeflow-in-process.ts';
import { sealingOf } from '../kit/sealing-of.ts';
import { temporaryFolder } from '../studies/run-study.ts';
import { tellsOfWaiting } from './archive-waits.ts';
import { openStoryStage, type StoryStage } from './story-stage.ts';
import { refusedBy, scriptArchive, type ArchiveScript } from './scripted-archive.ts';

const folder = temporaryFolder(afterAll);
/** Temporal's lists are a moment late. */
const patience = { timeout: 30_000, interval: 200 };
let stage: StoryStage;
let platform: Server;
let store: Store;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  stage = await openStoryStage([], await sealingOf(join(folder, 'home')));
  platform = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"count": 0, "next": null, "previous": null, "results": []}');
  }).listen(0, '127.0.0.1');
  await once(platform, 'listening');
  store = await openStore(join(folder, 'store'));
  env = {
    DOEFLOW_HOME: join(folder, 'home'),
    DOEFLOW_CONFIG: join(folder, 'config.yaml'),
    DOEFLOW_STORE: join(folder, 'store'),
    DOEFLOW_PLATFORM_URL: `http://127.0.0.1:${(platform.address() as AddressInfo).port}`,
    DOEFLOW_PLATFORM_TOKEN: 'tok-3f9c1a77e2b84d06',
    TEMPORAL_ADDRESS: stage.environment.address,
  };
});
afterAll(async () => {
  platform?.close();
  await stage?.close();
});

const doeflow = (...args: readonly string[]) => doeflowInProcess(['archive', ...args], env);

async function asJson<T>(...args: readonly string[]): Promise<T> {
  const { exitCode, stdout, stderr } = await doeflow(...args, '--json');
  expect([exitCode, stderr.includes('error')]).toEqual([0, false]);
  return JSON.parse(stdout) as T;
}

function create(name: string, ...more: readonly string[]) {
  const times = more.includes('--cron') || more.includes('--every') ? [] : ['--cron', '0 3 * * *'];
  const what = ['--select', '#beam', '--to', join(folder, 'archive')];
  return doeflow('create', name, ...what, ...times, ...more);
}

function host(name: string, script: ArchiveScript = {}) {
  const scripted = scriptArchive(script, name);
  stage.host(name, scripted.activities);
  return scripted;
}

interface Shown {
  readonly passes: readonly {
    readonly passTime: string;
    readonly state: string;
    readonly failure?: string;
  }[];
  readonly proposal: { readonly plan: { readonly jobs: number } } | null;
  readonly schedule: { readonly paused: boolean; readonly nextTimes: readonly string[] } | null;
}

describe.concurrent('doeflow archive', () => {
  tellsOfWaiting(() => ({ stage, store, env, folder }));

  it('creates, triggers, pauses, resumes, lists and deletes; the order stays for the record', async () => {
    host('nightly');
    const created = await create('nightly', '--timezone', 'europe/berlin', '--keep', '14d');
    expect([created.exitCode, created.stderr]).toEqual([0, '']);
    expect(created.stdout).toContain('0 3 * * * (Europe/Berlin)');
    expect(created.stdout).toContain('nothing is deleted');
    const order = await store.standingOrder('archives', 'nightly').read(archiveLayout.order);
    expect(order).toMatchObject({ select: '#beam', keepMs: 14 * 86_400_000, deleteJobs: false });

    expect((await create('nightly')).exitCode).toBe(5);
    const again = await create('nightly', '--timezone', 'Europe/Berlin', '--keep', '14d');
    expect([again.exitCode, /this very order/.test(again.stderr)]).toEqual([5, true]);

    const passed = await asJson<object>('trigger', 'nightly', '--wait');
    expect(passed).toMatchObject({ archive: 'nightly', outcome: 'clean', proven: { jobs: 10 } });
    await asJson('pause', 'nightly', '--note', 'new disk');
    const paused = await asJson<readonly object[]>('list');
    expect(paused).toContainEqual(
      expect.objectContaining({
        name: 'nightly',
        schedule: expect.objectContaining({ paused: true, note: 'new disk' }) as unknown,
      }),
    );
    expect((await doeflow('list')).stdout).toContain('paused: new disk');
    await asJson('resume', 'nightly');
    expect((await asJson<Shown>('show', 'nightly')).schedule).toMatchObject({ paused: false });

    await asJson('delete', 'nightly');
    expect((await doeflow('show', 'nightly')).exitCode).toBe(6);
    const { objects } = await store
      .standingOrder('archives', 'nightly')
      .list({ prefix: 'deleted/' });
    expect(objects).toHaveLength(1);
    expect((await create('nightly')).exitCode).toBe(0);
  });

  it.each([
    [['--cron', '61 3 * * *'], /"61" as minute/],
    [['--timezone', 'Europe/Atlantis'], /no time zone "Europe\/Atlantis"/],
    [['--every', '6h', '--timezone', 'Europe/Berlin'], /no meaning for an interval/],
    [['--approve'], /no meaning without --delete-jobs/],
    [['--overlap', 'never'], /Allowed choices/],
    [['--select', 'age:soon'], /age/],
    [['--to', 'ftp://elsewhere'], /destination/],
  ])('refuses %j before anything is created', async (args, message) => {
    const refused = await create('wrong', ...args);
    expect([refused.exitCode, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toMatch(message);
    expect(await store.listStandingOrders('archives')).not.toContain('wrong');
  });

  it('asks a person before it deletes, and takes the answer for exactly what was shown', async () => {
    const { calls } = host('asking', { order: { deleteJobs: true, approve: true } });
    await create('asking', '--delete-jobs', '--approve');
    await asJson('trigger', 'asking', '--wait');
    expect((await asJson<Shown>('show', 'asking')).proposal).toMatchObject({ plan: { jobs: 20 } });
    expect((await doeflow('approve', 'asking', '--jobs', '19', '--yes')).exitCode).toBe(5);
    // No terminal to ask on.
    const unasked = await doeflow('approve', 'asking');
    expect([unasked.exitCode, /Comments on a job go with it/.test(unasked.stderr)]).toEqual([
      ...[5, true],
    ]);
    expect(calls).not.toContain('recordDecision approve');
    const approved = await asJson<object>('approve', 'asking', '--jobs', '20', '--yes', '--wait');
    expect(approved).toMatchObject({ deleted: { jobs: 20 } });
    const { exitCode, stderr } = await doeflow('approve', 'asking', '--yes');
    expect([exitCode, stderr.split('\n')[0]]).toEqual([
      6,
      'error: No deletions of archive "asking" wait for a person',
    ]);
  });

  it('tells of a pass that ended before its time, with code 5, and of one in trouble with code 3', async () => {
    let fails = true;
    host('troubled', {
      before(call) {
        if (call === 'selectJobs' && fails) throw refusedBy('another engine writes there');
        if (call === 'archiveJobs 1') throw refusedBy('the disk is full');
      },
    });
    await create('troubled', '--every', '6h');
    const ended = await doeflow('trigger', 'troubled', '--wait');
    expect([ended.exitCode, /another engine writes there/.test(ended.stderr)]).toEqual([5, true]);
    // Said once, though the one writer and the pass have both ended with it.
    expect(ended.stderr.match(/ended before its time|the next pass continues/gu)).toHaveLength(2);
    await vi.waitFor(async () => {
      const [last] = (await asJson<Shown>('show', 'troubled')).passes;
      expect(last?.state).toBe('failed');
      expect(last?.failure).toContain('another engine writes there');
    }, patience);
    fails = false;
    const troubled = await doeflow('trigger', 'troubled', '--wait');
    expect([troubled.exitCode, /Batch 1 of 1 was lost/.test(troubled.stdout)]).toEqual([3, true]);
  });

  it('shows in a dry run what a pass would touch, and leaves nothing behind', async () => {
    const { activities } = host('trying');
    const choices = [
      { jobId: 'a1', name: 'beam 1', choice: 'new' as const, row: 'x', bytes: 1500 },
      { jobId: 'b2', name: 'beam 2', choice: 'running' as const, row: 'y', bytes: 10 },
    ];
    stage.host('trying', {
      ...activities,
      async selectJobs({ archive, passTime }) {
        const kept = store.standingOrder('archives', archive);
        expect(await kept.read(archiveLayout.order)).toMatchObject({ select: '#beam' });
        await kept.write(archiveLayout.selection(passTime), choices);
        return { batches: 1, jobs: 1, left: { running: 1 }, studies: [] };
      },
    });
    const tried = await create('trying', '--dry-run', '--json');
    expect(JSON.parse(tried.stdout)).toMatchObject({
      jobs: 1,
      bytes: 1500,
      left: { running: 1 },
      choices: [{ jobId: 'a1', choice: 'new' }, { jobId: 'b2' }],
    });
    expect((await doeflow('show', 'trying')).exitCode).toBe(6);
    // The same of an archive that stands, whose passes it isn't one of.
    expect((await create('trying')).exitCode).toBe(0);
    expect(await asJson('trigger', 'trying', '--dry-run')).toEqual({
      ...(JSON.parse(tried.stdout) as object),
      passTime: expect.any(String) as string,
    });
    expect((await doeflow('show', 'trying', '--json')).stdout).toContain('"passes": []');
  });

  it('makes up for passes of the past, each at its own time', async () => {
    const { calls } = host('late');
    await create('late');
    await asJson('backfill', 'late', '--from', '2026-03-01', '--to', '2026-03-03T12:00');
    const days = ['2026-03-03', '2026-03-02', '2026-03-01'];
    await vi.waitFor(async () => {
      expect(calls.filter((call) => call === 'closePass')).toHaveLength(days.length);
      const { passes } = await asJson<Shown>('show', 'late');
      expect(passes.map(({ passTime }) => passTime)).toEqual(
        days.map((day) => `${day}T03:00:00.000Z`),
      );
    }, patience);
    expect((await doeflow('backfill', 'late', '--from', 'yesterday')).exitCode).toBe(2);
  });

  it('holds passes that are made up for while it is paused, but for one that a person asks for', async () => {
    let mayEnd = (): void => {};
    const ended = new Promise<void>((resolve) => {
      mayEnd = resolve;
    });
    const { activities, calls } = host('held', {
      before: (call) => (call === 'archiveJobs 1' ? ended : undefined),
    });
    const folder = store.standingOrder('archives', 'held');
    stage.host('held', {
      ...activities,
      openPass: async (pass) => {
        await requireNotHeld(folder, pass);
        return activities.openPass(pass);
      },
    });
    await create('held');
    const backfill = ['backfill', 'held', '--from', '2026-03-01', '--to', '2026-03-04T12:00'];
    expect(await asJson(...backfill)).toMatchObject({ passes: 4 });
    await vi.waitFor(async () => {
      expect(calls).toContain('archiveJobs 1');
      expect((await asJson<Shown>('show', 'held')).schedule).toMatchObject({ waiting: 3 });
    }, patience);
    const paused = await asJson<object>('pause', 'held', '--note', 'new disk');
    expect(paused).toMatchObject({ paused: true, waiting: 3 });
    const refused = await doeflow(...backfill);
    expect([refused.exitCode, /paused: new disk/.test(refused.stderr)]).toEqual([5, true]);
    mayEnd();
    await vi.waitFor(async () => {
      const { passes } = await asJson<Shown>('show', 'held');
      expect(passes.map(({ state }) => state)).toEqual([
        ...['skipped', 'skipped', 'skipped'],
        'completed',
      ]);
    }, patience);
    expect(calls.filter((call) => call === 'openPass')).toHaveLength(1);
    const asked = await asJson<object>('trigger', 'held', '--wait');
    expect(asked).toMatchObject({ outcome: 'clean' });
  });

  it('counts the passes that a backfill means, and asks before very many', async () => {
    host('many');
    await create('many', '--every', '1m');
    const many = await doeflow('backfill', 'many', '--from', '2026-03-01', '--to', '2026-04-01');
    expect([many.exitCode, /about 44,641 passes/.test(many.stderr)]).toEqual([5, true]);
    expect((await asJson<Shown>('show', 'many')).passes).toEqual([]);
  });
});
