/** What a pass asks about a job: what is this job's own fault, what is the platform's, and what is no fault at all. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { JobCalls } from '../../../activities/archive/job-calls.ts';
import { JobFault } from '../../../activities/archive/job-fault.ts';
import { lookAtJob } from '../../../activities/archive/look-at-job.ts';
import {
  AuthenticationError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  type PlatformClient,
  type PlatformFile,
} from '../../../src/platform-api/index.ts';
import type { Trouble } from '../../../src/run/trouble.ts';
import { watchSignals } from '../ending-calls.ts';

const call = { method: 'GET', path: '/api/v2/x/' };
const broken = new ServerError('Oops.', call);
const missing = new NotFoundError('Not found.', call);
const forbidden = new PermissionError('Not yours.', call);
const refused = new AuthenticationError('Invalid token.', call);
const fileOf = (id: string): PlatformFile => ({ id, name: `${id}.txt` }) as PlatformFile;

/** What a platform says of each call, such as `get a`, one answer after another and the last for ever; anything that isn't an error is given. */
type Script = Readonly<Record<string, readonly unknown[]>>;

function open(script: Script = {}, jobIds: readonly string[] = ['a', 'b']) {
  const asked: string[] = [];
  const waits: (Trouble | undefined)[] = [];
  const ending = new AbortController();
  const answer = (what: string, usual: unknown): unknown => {
    const answers = script[what] ?? [usual];
    const nth = asked.filter((one) => one === what).length;
    asked.push(what);
    const given = answers[Math.min(nth, answers.length - 1)];
    if (given instanceof Error) throw given;
    return given;
  };
  const rows = (what: string, usual: readonly unknown[]) =>
    async function* (id?: string) {
      await Promise.resolve();
      yield* answer(typeof id === 'string' ? `${what} ${id}` : what, usual) as unknown[];
    };
  const one = (what: string, usual: (id: string) => unknown) => async (id: string) => {
    await Promise.resolve();
    return answer(`${what} ${id}`, usual(id));
  };
  const { platform, unending } = watchSignals({
    jobs: {
      get: one('get', (id) => ({ id, name: `job ${id}` })),
      list: rows('list', [{ id: 'a' }]),
      statuses: rows('statuses', [{ status: 'Completed' }]),
      clusterStatuses: rows('cluster-statuses', [{ status: 'Stopped' }]),
      files: rows('files', []),
    },
    customFields: { values: one('fields', () => ({ Approved: { value: 'yes' } })) },
    files: { read: ({ id }: PlatformFile) => one('read', () => 'probe')(id) },
  } as unknown as PlatformClient);
  onTestFinished(() => expect([...unending]).toEqual([]));
  const calls = new JobCalls(
    { platform, poll: { minMs: 1, maxMs: 2 } } as unknown as ActivityDependencies,
    jobIds,
    { signal: ending.signal, onWait: (wait) => waits.push(wait) },
  );
  const times = (what: string): number => asked.filter((each) => each === what).length;
  return { calls, platform, asked, waits, ending, times };
}

const faultOf = (reason: RegExp): object => ({
  ...{ name: 'JobFault', outcome: 'failed', message: expect.stringMatching(reason) as string },
});

describe('a call about a job', () => {
  it('that fails for a while is made again, and is no fault', async () => {
    const { calls, times, waits } = open({
      'get a': [broken, broken, broken, broken, { id: 'a' }],
    });
    expect(await calls.job('a')).toEqual({ id: 'a' });
    expect([times('get a'), times('get b'), waits]).toEqual([5, 0, []]);
  });

  it('that fails for this job and not for others is this job’s fault', async () => {
    const { calls, times } = open({ 'get a': [broken] });
    await expect(calls.job('a')).rejects.toMatchObject(
      faultOf(/^The platform fails for this job and not for others: .*500|Oops/u),
    );
    expect([times('get a'), times('get b'), times('list')]).toEqual([5, 1, 0]);
  });

  it('that another job is refused in is answered, and so this one’s fault', async () => {
    const { calls } = open({ 'get a': [broken], 'get b': [forbidden] });
    await expect(calls.job('a')).rejects.toBeInstanceOf(JobFault);
  });

  it('that fails for all jobs is waited for, and then tried anew as often as before', async () => {
    const { calls, waits, times } = open({
      'get a': [...Array<Error>(9).fill(broken), { id: 'a' }],
      'get b': [broken, broken, { id: 'b' }],
    });
    expect(await calls.job('a')).toEqual({ id: 'a' });
    expect([times('get a'), times('get b')]).toEqual([10, 3]);
    expect(waits).toMatchObject([{ waitingFor: 'the platform', code: 'API_SERVER' }, undefined]);
  });

  it('of the only job there is judged by any other call', async () => {
    const { calls, times } = open({ 'get a': [broken] }, ['a']);
    await expect(calls.job('a')).rejects.toBeInstanceOf(JobFault);
    expect(times('list')).toBe(1);
  });

  it('that may be the platform’s is asked of three others at most, first of one for which it worked', async () => {
    const { calls, asked } = open(
      {
        ...{ 'get a': [broken, broken, broken, broken, broken, { id: 'a' }] },
        ...{ 'get z': [{ id: 'z' }, broken], 'get b': [broken], 'get c': [broken, { id: 'c' }] },
      },
      ['a', 'b', 'c', 'd', 'z'],
    );
    await calls.job('z');
    expect(await calls.job('a')).toEqual({ id: 'a' });
    const others = asked.slice(1).filter((what) => what !== 'get a');
    expect(others).toEqual(['get z', 'get b', 'get c', 'get z', 'get b', 'get c']);
  });

  it('is no matter of patience where the platform refuses it, or the activity is over', async () => {
    const { calls, times } = open({ 'get a': [refused], 'get b': [forbidden] });
    await expect(calls.job('a')).rejects.toBe(refused);
    await expect(calls.job('b')).rejects.toBe(forbidden);
    expect([times('get a'), times('get b')]).toEqual([1, 1]);
    const over = open({ 'get a': [broken] });
    over.ending.abort();
    await expect(over.calls.job('a')).rejects.toThrow('aborted');
    expect(over.times('get a')).toBe(1);
  });

  it('made once is made once, but for a used-up budget', async () => {
    const { calls } = open();
    const answers = [new RateLimitError('Slow down', 5, call), broken];
    let tries = 0;
    const work = (): Promise<never> =>
      Promise.reject(answers[(tries += 1) - 1] ?? new Error('again'));
    await expect(calls.once(work)).rejects.toBe(broken);
    expect(tries).toBe(2);
  });
});

describe('a job that the platform says it doesn’t have', () => {
  it('is believed to be gone after four looks, between which the platform works', async () => {
    const { calls, times } = open({ 'get a': [missing] });
    await expect(calls.job('a')).rejects.toBe(missing);
    expect([times('get a'), times('list')]).toEqual([4, 3]);
  });

  it('is there where a later look shows it', async () => {
    const { calls } = open({ 'get a': [missing, missing, missing, { id: 'a' }] });
    expect(await calls.job('a')).toEqual({ id: 'a' });
  });

  it('is waited for while the platform says the same of its list of jobs', async () => {
    const { calls, waits } = open({
      ...{ 'get a': [missing, { id: 'a' }], list: [missing, [{ id: 'a' }]] },
    });
    expect(await calls.job('a')).toEqual({ id: 'a' });
    expect(waits).toMatchObject([
      {
        code: 'API_UNEXPECTED_SHAPE',
        lastError: expect.stringContaining('no list of jobs') as string,
      },
      undefined,
    ]);
  });

  it('or refuses to list any, is a refusal', async () => {
    const { calls } = open({ 'get a': [missing], list: [forbidden] });
    await expect(calls.job('a')).rejects.toBe(forbidden);
  });
});

describe('a list of a job', () => {
  const statuses = ({ calls, platform, ending }: ReturnType<typeof open>) =>
    calls.rows('statuses', 'a', (id) => platform.jobs.statuses(id, { signal: ending.signal }));

  it('is given whole', async () => {
    expect(
      await statuses(open({ 'statuses a': [[{ status: 'x' }, { status: 'y' }]] })),
    ).toHaveLength(2);
  });

  it('that isn’t there is the job’s fault where the job is there, and else the job is gone', async () => {
    await expect(statuses(open({ 'statuses a': [missing] }))).rejects.toMatchObject(
      faultOf(/^The platform has the job, and says that its statuses aren’t there: /u),
    );
    const gone = new NotFoundError('No such job.', call);
    await expect(statuses(open({ 'statuses a': [missing], 'get a': [gone] }))).rejects.toBe(gone);
    await expect(statuses(open({ 'statuses a': [forbidden] }))).rejects.toBe(forbidden);
  });
});

describe('a file of a job', () => {
  it('that can’t be had, while one of another job can, is this job’s fault, and named', async () => {
    const { calls, asked } = open();
    await calls.file('b', fileOf('f1'), [], () => Promise.resolve('bytes'));
    const read = (): Promise<never> => Promise.reject(broken);
    await expect(calls.file('a', fileOf('f2'), [fileOf('f3')], read)).rejects.toMatchObject(
      faultOf(/^The file f2\.txt can’t be had: .*Oops/u),
    );
    expect(new Set(asked)).toEqual(new Set(['read f1']));
  });

  it('is judged by one of its own job where no other job has been read', async () => {
    const { calls, asked } = open({ 'read f3': [broken, 'bytes'] });
    let tries = 0;
    const read = (): Promise<string> =>
      (tries += 1) < 3 ? Promise.reject(broken) : Promise.resolve('bytes');
    expect(await calls.file('a', fileOf('f2'), [fileOf('f3')], read)).toBe('bytes');
    expect(new Set(asked)).toEqual(new Set(['read f3']));
  });
});

describe('a look at a job', () => {
  const look = ({ calls, platform, ending }: ReturnType<typeof open>) =>
    lookAtJob(platform, calls, 'a', ending.signal);

  it('sees its record, histories, fields and files as they are compared later', async () => {
    const file = { id: 'f1', name: 'out.txt', path: 'run1/out.txt', decryptedSize: 3, md5: 'ABC' };
    const seen = await look(open({ 'files a': [[file, fileOf('f2')]] }));
    expect(seen).toMatchObject({ status: 'Completed', ended: true, notes: [] });
    expect(seen.evidence).toEqual({
      job: { id: 'a', name: 'job a' },
      statuses: [{ status: 'Completed' }],
      clusterStatuses: [{ status: 'Stopped' }],
      customFields: { Approved: { value: 'yes' } },
      files: [
        { id: 'f1', path: 'run1/out.txt', bytes: 3, md5: 'abc' },
        { id: 'f2', path: 'f2.txt', bytes: -1, md5: '' },
      ],
    });
  });

  it('notes what the platform doesn’t serve to this account, and goes on', async () => {
    const seen = await look(open({ 'fields a': [forbidden], 'cluster-statuses a': [missing] }));
    expect([...seen.notes].sort()).toEqual([
      `The platform doesn’t serve custom fields: ${forbidden.message}`,
      `The platform doesn’t serve the history of the job’s cluster: ${missing.message}`,
    ]);
    expect(seen.evidence).toMatchObject({ clusterStatuses: null, customFields: null });
  });

  it('takes no failure for what isn’t served, and a job that went away for gone', async () => {
    await expect(look(open({ 'fields a': [refused] }))).rejects.toBe(refused);
    const gone = open({ 'fields a': [missing], 'get a': [{ id: 'a' }, missing] });
    await expect(look(gone)).rejects.toBe(missing);
  });

  it('of one that was never submitted says so', async () => {
    expect(await look(open({ 'statuses a': [[]] }))).toMatchObject({
      ...{ status: 'Not Started', ended: false },
    });
    const stopping = [{ status: 'Stopping' }, { status: 'Completed' }, { status: 'Executing' }];
    expect(await look(open({ 'statuses a': [stopping] }))).toMatchObject({
      ...{ status: 'Stopping', ended: true },
    });
  });
});
