/** The reaper on an account where others work, too, and on a platform that refuses. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createColors } from '../../src/cli/output/colors.ts';
import { createHumanVoice } from '../../src/cli/output/human-voice.ts';
import { checkUnseen } from '../../src/cli/check-reaper.ts';
import { describeReaping } from '../../src/cli/studies/describe-reaping.ts';
import {
  ConflictError,
  ConnectionError,
  NotFoundError,
  PermissionError,
  ServerError,
} from '../../src/platform-api/index.ts';
import { reap } from '../../src/reaper/index.ts';
import {
  clusterName,
  findJobStopped,
  jobName,
  keepMadeCluster,
  keepPlatformJob,
  listMadeClusters,
  openStore,
  readLeftOn,
  readUnseen,
  type ReaperFinding,
  type Store,
} from '../../src/store/index.ts';
import {
  keepStudy,
  now,
  nameOf,
  pretendAccount,
  workflowOf,
  type Account,
  type Pretended,
} from './pretended-account.ts';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-reaper-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let store: Store;
let stores = 0;
beforeEach(async () => {
  store = await openStore(join(folder, String((stores += 1))));
});

const asked = { isDryRun: false, isAsked: true, takesLost: false };
const dry = { ...asked, isDryRun: true };

const made = async (id: string, studyId: string): Promise<[string, Pretended]> => {
  await keepMadeCluster(store, id, { studyId, name: nameOf(studyId) });
  return [id, { name: clusterName(studyId, nameOf(studyId)) }];
};
const created = async (
  id: string,
  studyId: string,
  number: number,
): Promise<[string, Pretended]> => {
  await keepPlatformJob(store.study(studyId), number, id);
  return [id, named(studyId, number)];
};
const named = (studyId: string, number: number): Pretended => ({
  name: jobName({ studyId, name: nameOf(studyId) }, number),
});

/** Ten things that nobody answers for, two of each of five kinds, and ten that are none of the reaper's business. */
async function crowdedAccount() {
  const studies = [
    'gone-cluster-1',
    'broken-cluster-1',
    'gone-1',
    'lost-cluster-1',
    'open-cluster-1',
  ];
  for (const studyId of studies) await keepStudy(store, studyId);
  const clusters = new Map<string, Pretended>([
    await made('CgoneA', 'gone-cluster-1'),
    await made('CbrokB', 'broken-cluster-1'),
    await made('ClostC', 'lost-cluster-1'),
    await made('ClostD', 'lost-cluster-1'),
    // Made, and the engine was killed before it kept the id.
    ['CunkpE', { name: clusterName('gone-cluster-1', 'gone-cluster') }],
    ['CunkpF', { name: clusterName('broken-cluster-1', 'broken-cluster') }],
    ['CmarkG', { name: clusterName('gone-1', 'not-its-name') }],
    // Of others.
    await made('Copen1', 'open-cluster-1'),
    ['Cothr2', { name: 'beams' }],
    ['Cothr3', { name: 'gone-cluster' }],
    ['Cothr4', { name: 'gone-cluster s12' }],
    ['Cothr5', { name: 'Somebody’s cluster', history: ['Stopped', 'Started'] }],
  ]);
  const jobs = new Map<string, Pretended>([
    await created('JgoneH', 'gone-1', 1),
    await created('JgoneI', 'gone-1', 2),
    ['JmarkJ', named('gone-1', 7)],
    // Of others.
    await created('Jopen6', 'open-cluster-1', 1),
    ['Jothr7', { name: 'gone 1' }],
    ['Jothr8', { name: 'Crash test of the left door' }],
    ['Jothr9', { ...named('gone-1', 8), history: ['Completed', 'Executing'] }],
    ['Jothr0', { ...named('gone-1', 9), history: [] }],
  ]);
  const workflows = new Map([
    ['gone-cluster', workflowOf('gone-cluster-1', 'TERMINATED')],
    ['gone', workflowOf('gone-1', 'TERMINATED')],
    ['broken-cluster', workflowOf('broken-cluster-1', 'FAILED')],
    ['open-cluster', workflowOf('open-cluster-1', 'RUNNING')],
  ]);
  return { clusters, jobs, workflows };
}

describe('on an account with ten leftovers of five kinds and ten things of others, the reaper', () => {
  const ended = ['CgoneA', 'CbrokB', 'CunkpE', 'CunkpF', 'JgoneH', 'JgoneI'];
  const told = ['ClostC', 'ClostD', 'CmarkG', 'JmarkJ'];

  it('shows in a dry run the ten and nothing else, and ends nothing', async () => {
    const { dependencies, orders } = pretendAccount(store, await crowdedAccount());
    const { findings } = await reap(dependencies, dry);
    const by = (outcome: string) =>
      findings.filter((finding) => finding.outcome === outcome).map(({ id }) => id);
    expect(by('would-end').sort()).toEqual([...ended].sort());
    expect(by('left').sort()).toEqual([...told].sort());
    expect(findings).toHaveLength(10);
    expect(orders).toEqual([]);
    expect(await readLeftOn(store)).toEqual([]);
  });

  it('prices a cluster by what the platform says that it is made of, and invents nothing of a job that only has the mark', async () => {
    const account = await crowdedAccount();
    const marked = { ...named('gone-1', 7), hardware: { slots: 9, walltime: 9 } };
    const { dependencies } = pretendAccount(store, {
      ...account,
      clusters: new Map(account.clusters)
        .set('CunkpE', {
          name: clusterName('gone-cluster-1', 'gone-cluster'),
          hardware: { slots: 4, walltime: 20 },
        })
        .set('CmarkG', { name: clusterName('gone-1', 'x'), hardware: { walltime: 5 } }),
      jobs: new Map(account.jobs).set('JmarkJ', marked),
    });
    const { findings } = await reap(dependencies, dry);
    const of = (id: string) => findings.find((finding) => finding.id === id);
    expect(of('CunkpE')).toMatchObject({
      ...{ perHour: { amount: 0.24 }, until: '2026-05-02T07:00:00.000Z' },
    });
    expect(of('CgoneA')).toMatchObject({ until: '2026-05-01T14:00:00.000Z' });
    expect(of('CmarkG')).toMatchObject({ until: '2026-05-01T16:00:00.000Z' });
    expect(of('JmarkJ')).not.toHaveProperty('until');
    expect(of('JmarkJ')).not.toHaveProperty('perHour');
  });

  it('ends what is proven, reports the others, and leaves alone what is not ours', async () => {
    const { dependencies, orders } = pretendAccount(store, await crowdedAccount());
    const { findings } = await reap(dependencies, asked);
    expect([...orders].sort()).toEqual([...ended].sort());
    expect((await readLeftOn(store)).map(({ id }) => id).sort()).toEqual([...told].sort());
    for (const finding of findings.filter(({ needsPerson }) => needsPerson)) {
      expect(finding.next, finding.id).toMatch(/doeflow/u);
    }
  });

  it('tells them in a table that fits a terminal of 80 columns, and each reason once', async () => {
    const { dependencies } = pretendAccount(store, await crowdedAccount());
    const voice = createHumanVoice({
      terminal: true,
      columns: () => 80,
      colors: createColors({ terminal: false, env: {} }),
    });
    const text = voice(describeReaping(await reap(dependencies, dry), true));
    expect(text).toMatchInlineSnapshot(`
      "No study answers for 10 things on the platform:
      what     id      status     per hour  until at most      outcome
      cluster  CbrokB  Started        0.12  2026-05-01T14:00Z  would be ended
      cluster  CgoneA  Started        0.12  2026-05-01T14:00Z  would be ended
      cluster  ClostC  Started        0.12  2026-05-01T14:00Z  goes on
      cluster  ClostD  Started        0.12  2026-05-01T14:00Z  goes on
      cluster  CunkpE  Started        0.12  2026-05-01T14:00Z  would be ended
      cluster  CunkpF  Started        0.12  2026-05-01T14:00Z  would be ended
      cluster  CmarkG  Started                                 goes on
      job      JgoneH  Executing      0.12  2026-05-01T13:00Z  would be ended
      job      JgoneI  Executing      0.12  2026-05-01T13:00Z  would be ended
      job      JmarkJ  Executing                               goes on

      cluster CbrokB (broken-cluster s1351e0f67ea7),
      cluster CunkpF (broken-cluster s1351e0f67ea7):
        study broken-cluster-1 ended before its time

      cluster CgoneA (gone-cluster sb3a4a5c4784f),
      cluster CunkpE (gone-cluster sb3a4a5c4784f):
        study gone-cluster-1 was terminated in Temporal

      cluster ClostC (lost-cluster sba465d484bbe),
      cluster ClostD (lost-cluster sba465d484bbe):
        study lost-cluster-1 is unfinished, and this Temporal server knows nothing of
        it
        to do: take its study up: doeflow resume lost-cluster-1; or, where no other
        Temporal server has it: doeflow reap --yes

      cluster CmarkG (not-its-name sc95031142f68),
      job JmarkJ (gone job 7 sc95031142f68 j0cc83487f422):
        it carries the mark of study gone-1, but the study's records don't have it
        to do: doeflow api POST clusters/CmarkG/shutdown
        to do: doeflow api POST jobs/JmarkJ/stop

      job JgoneH,
      job JgoneI:
        study gone-1 was terminated in Temporal
      Next: doeflow reap
      "
    `);
    const [table = ''] = text.split('\n\n');
    for (const line of table.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });
});

describe('of jobs that have ended, and whose study is gone, the reaper', () => {
  const costing: ReaperFinding = {
    ...({ kind: 'job', id: 'j1', status: 'Executing', studyId: 'gone-1' } as const),
    ...({ why: 'study gone-1 is over', outcome: 'asked', needsPerson: false } as const),
  };
  const over: ReaperFinding = { ...costing, id: 'j2', status: 'Completed', isOver: true };
  const textOf = (findings: readonly ReaperFinding[]) =>
    createHumanVoice({
      terminal: true,
      columns: () => 200,
      colors: createColors({ terminal: false, env: {} }),
    })(describeReaping({ at: now.toISOString(), findings: [...findings] }, false));

  it('says that they cost nothing and are collected, not ended', () => {
    const uncollected = 'nobody has collected 1 job that has ended and costs nothing more:';
    expect(textOf([over])).toMatch(
      `Nothing on the platform goes on without a study that answers for it, but ${uncollected}`,
    );
    expect(textOf([{ ...over, outcome: 'would-end' }])).toContain('would be collected');
    const both = textOf([over, costing]);
    expect(both).toMatch(`No study answers for 1 thing on the platform, and ${uncollected}`);
    expect(both).toMatch(/j2 .*being collected/u);
    expect(both).toMatch(/j1 .*being stopped/u);
  });
});

describe('of a cluster whose name an open study wants, the reaper', () => {
  /** Two studies of one cluster's name: the one that made it is terminated, the other is open. */
  async function shared(held: string | null | undefined, change: Partial<Account> = {}) {
    await keepStudy(store, 'shared-cluster-1');
    await keepStudy(store, 'shared-cluster-2');
    const [clusterId, cluster] = await made('c1', 'shared-cluster-1');
    await keepStudy(store, 'gone-1');
    const [jobId, job] = await created('j1', 'gone-1', 1);
    return pretendAccount(store, {
      clusters: new Map([[clusterId, cluster]]),
      jobs: new Map([[jobId, job]]),
      workflows: new Map([
        ['shared-cluster', workflowOf('shared-cluster-2', 'RUNNING')],
        ['gone', workflowOf('gone-1', 'TERMINATED')],
      ]),
      clusterWorkflows: new Map([['shared-cluster', held]]),
      ...change,
    });
  }

  it.each([
    ['ends it where that one has another', 'c2', ['c1', 'j1']],
    ['leaves it where that one has it', 'c1', ['j1']],
    ['leaves it where that one has none yet', null, ['j1']],
    ['leaves it where that one does not say', undefined, ['j1']],
  ])('%s', async (_what, held, ended) => {
    const { dependencies, orders } = await shared(held);
    await reap(dependencies, asked);
    expect(orders).toEqual(ended);
  });

  it('goes on to what comes after, where Temporal fails over it, and says what it could not see', async () => {
    for (const untold of ['cluster-shared-cluster', 'study-shared-cluster']) {
      const { dependencies, orders } = await shared('c2', { untold: [untold] });
      const { unseen } = await reap(dependencies, asked);
      expect(orders).toEqual(['j1']);
      expect(unseen?.[0]).toMatchObject({
        what: untold.startsWith('study') ? 'what study shared-cluster-1 has' : 'cluster c1',
        why: expect.stringContaining('14 UNAVAILABLE') as string,
      });
    }
  });
});

describe('on a platform that refuses, the reaper', () => {
  const call = { method: 'POST', path: '/api/v3/clusters/c1/shutdown/' };
  const refusals: readonly (readonly [string, Error])[] = [
    ['403', new PermissionError('not you', { ...call, status: 403 })],
    ['409', new ConflictError('not now', { ...call, status: 409 })],
    ['500', new ServerError('come again', { ...call, status: 500 })],
    ['silence', new ConnectionError('no answer within 60 s', call)],
  ];

  async function gone(change: {
    readonly cluster?: Partial<Pretended>;
    readonly job?: Partial<Pretended>;
    readonly servesNoEnd?: true;
  }) {
    await keepStudy(store, 'gone-cluster-1');
    await keepStudy(store, 'gone-1');
    const [clusterId, cluster] = await made('c1', 'gone-cluster-1');
    const [jobId, job] = await created('j1', 'gone-1', 1);
    return pretendAccount(store, {
      clusters: new Map([[clusterId, { ...cluster, ...change.cluster }]]),
      jobs: new Map([[jobId, { ...job, ...change.job }]]),
      workflows: new Map([
        ['gone-cluster', workflowOf('gone-cluster-1', 'TERMINATED')],
        ['gone', workflowOf('gone-1', 'TERMINATED')],
      ]),
      ...(change.servesNoEnd === true ? { servesNoEnd: true } : {}),
    });
  }

  it.each(refusals)(
    'tells what can’t be ended (%s), with its price and the command, and ends the rest',
    async (_answer, refused) => {
      const { dependencies, orders } = await gone({ cluster: { refused }, job: { refused } });
      const { findings } = await reap(dependencies, asked);
      const outcome = 'left';
      expect(findings).toMatchObject([
        {
          ...{ kind: 'cluster', id: 'c1', outcome, needsPerson: true },
          why: expect.stringContaining(`does not end it: ${refused.message}`) as string,
          next: 'doeflow api POST clusters/c1/shutdown',
          perHour: { amount: 0.12 },
          until: '2026-05-01T14:00:00.000Z',
        },
        {
          ...{ kind: 'job', id: 'j1', outcome, needsPerson: true },
          next: 'doeflow api POST jobs/j1/stop',
          perHour: { amount: 0.12 },
        },
      ]);
      // Once each: the next look asks again, in ten minutes.
      expect(orders).toEqual(['c1', 'j1']);
      expect(await readLeftOn(store, 'gone-cluster-1')).toHaveLength(1);
    },
  );

  it.each(refusals.slice(0, 3))(
    'ends what the platform won’t tell of (%s), and what comes after it',
    async (_answer, hidden) => {
      const { dependencies, orders } = await gone({ cluster: { hidden } });
      const { findings } = await reap(dependencies, asked);
      expect(findings).toMatchObject([
        { id: 'c1', status: 'status unknown', outcome: 'ended', perHour: { amount: 0.12 } },
        { id: 'j1', outcome: 'ended' },
      ]);
      expect(orders).toEqual(['c1', 'j1']);
    },
  );

  it('keeps with a study which of its jobs it stopped, and not those that the platform refused to stop', async () => {
    const refused = new ConflictError('not now', { ...call, status: 409 });
    const kept = () => findJobStopped(store.study('gone-1'), 1, 'j1');
    await reap((await gone({ job: { refused } })).dependencies, asked);
    expect(await kept()).toBeUndefined();
    await reap((await gone({})).dependencies, dry);
    expect(await kept()).toBeUndefined();
    await reap((await gone({})).dependencies, asked);
    expect(await kept()).toMatchObject({
      ...{ jobId: 'j1', by: 'reaper', why: 'study gone-1 was terminated in Temporal' },
    });
    expect(await findJobStopped(store.study('gone-1'), 1, 'another')).toBeUndefined();
  });

  it('takes a refusal over what has ended meanwhile for its end', async () => {
    const refused = new ConflictError('it has ended', { ...call, status: 409 });
    const { dependencies } = await gone({
      cluster: { refused, endedHistory: ['Stopped', 'Started'] },
    });
    const { findings } = await reap(dependencies, asked);
    expect(findings[0]).toMatchObject({ id: 'c1', outcome: 'ended', needsPerson: false });
  });

  it('says nothing of what is no longer there (404), and asks after what has ended once only', async () => {
    const missing = new NotFoundError('no such cluster', { ...call, status: 404 });
    const { dependencies } = await gone({
      cluster: { hidden: missing },
      job: { history: ['Completed'] },
    });
    expect((await reap(dependencies, asked)).findings).toEqual([]);
    const { dependencies: later } = await gone({ cluster: { history: ['Stopped'] } });
    await reap(later, asked);
    expect(await listMadeClusters(store)).toEqual([]);
  });

  it('says in a dry run what it could not end', async () => {
    const { dependencies } = await gone({ servesNoEnd: true });
    const { findings } = await reap(dependencies, dry);
    expect(findings).toMatchObject([
      {
        ...{ id: 'c1', outcome: 'left', needsPerson: true },
        why: expect.stringContaining('serves no way to end a cluster') as string,
      },
      { id: 'j1', outcome: 'would-end' },
    ]);
  });

  it('goes on past what is silent, says what it could not see, and keeps that', async () => {
    const silence = new ConnectionError('no answer within 60 s', call);
    const { dependencies, orders } = await gone({ cluster: { hidden: silence } });
    const reaping = await reap(dependencies, asked);
    expect(reaping.findings).toMatchObject([{ id: 'j1', outcome: 'ended' }]);
    const unseen = [{ what: 'cluster c1', why: silence.message }];
    expect(reaping.unseen).toEqual(unseen);
    expect(await readUnseen(store)).toEqual(unseen);
    expect(orders).toEqual(['j1']);
    const { json, human } = describeReaping(reaping, false);
    expect(json).toMatchObject({ unseen });
    expect(JSON.stringify(human)).toContain('cluster c1: [');
    expect(checkUnseen(unseen)).toMatchObject([{ ok: false }]);
    const { dependencies: later } = await gone({});
    await reap(later, asked);
    expect(await readUnseen(store)).toEqual([]);
  });

  it('ends the clusters of its records where the lists are not served', async () => {
    const { dependencies, orders } = await gone({});
    const failure = new ServerError('down', { ...call, status: 503 });
    const broken = () => Promise.reject(failure);
    const { platform } = dependencies;
    const { findings, unseen } = await reap(
      {
        ...dependencies,
        platform: {
          ...platform,
          clusters: { ...platform.clusters, list: broken },
          jobs: { ...platform.jobs, listNewest: broken },
        },
      },
      asked,
    );
    expect(findings).toMatchObject([{ id: 'c1', outcome: 'ended' }, { id: 'j1' }]);
    expect(orders).toEqual(['c1', 'j1']);
    expect(unseen?.map(({ what }) => what)).toEqual(['the list of clusters', 'the list of jobs']);
  });

  it('gives up a look where nobody answers at all: it is done again as a whole', async () => {
    const silence = new ConnectionError('no answer within 60 s', call);
    const { dependencies, orders } = await gone({
      cluster: { hidden: silence },
      job: { hidden: silence },
    });
    const mute = () => Promise.reject(silence);
    const { platform } = dependencies;
    const deaf = {
      ...platform,
      clusters: { ...platform.clusters, list: mute },
      jobs: { ...platform.jobs, listNewest: mute },
    };
    await expect(reap({ ...dependencies, platform: deaf }, asked)).rejects.toBe(silence);
    expect(orders).toEqual([]);
  });
});
