import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collect, createPlatformClient, isNotServed } from '../../src/platform-api/index.ts';
import type {
  CreateJobRequest,
  PlatformClient,
  StatusEntry,
} from '../../src/platform-api/index.ts';
import { waitFor } from '../kit/processes.ts';
import { endpoints } from '../platform-api/endpoints.ts';
import { endpointOf, problemsOf } from './judge-answers.ts';
import { recordAnswers } from './record-answers.ts';
import type { PassedAnswer } from './record-answers.ts';
import { startLocalPlatform } from './start-local-platform.ts';
import type { LocalPlatform } from './start-local-platform.ts';

const modes = [
  ['the whole platform', []],
  ['the document alone', ['--document-only']],
] as const;

describe.each(modes)('client and local platform agree, serving %s', (_, flags) => {
  const documentOnly = flags.length > 0;
  const answers: PassedAnswer[] = [];
  let platform: LocalPlatform;
  let client: PlatformClient;
  beforeAll(async () => {
    platform = await startLocalPlatform(flags);
    const dispatcher = recordAnswers((answer) => answers.push(answer));
    client = createPlatformClient({ ...platform, dispatcher });
  });
  afterAll(() => platform.stop());

  /** A job of one run that sleeps, or of two that write a file. */
  const jobOf = (name: string, more: Partial<CreateJobRequest> = {}, command = 'sleep 100') => ({
    name,
    jobanalyses: [
      {
        analysis: { code: 'user_included', version: '0' },
        command,
        hardware: { coreType: 'emerald', coresPerSlot: 1, slots: 1, walltime: 1 },
      },
    ],
    ...more,
  });
  const newest = async (history: AsyncIterable<StatusEntry>) => (await collect(history))[0]?.status;
  const until = (jobId: string, status: string) =>
    waitFor(`job ${jobId} to be ${status}`, async () => {
      const now = await newest(client.jobs.statuses(jobId));
      return now === status;
    });

  it('on what can be bought', async () => {
    const coreTypes = await collect(client.coreTypes.list({ pageSize: 2 }));
    expect(coreTypes.map(({ code }) => code)).toContain('emerald');
    const analyses = await collect(client.analyses.list());
    expect(analyses.find(({ code }) => code === 'user_included')?.versions).toHaveLength(1);
  });

  it('on the life of a DOE job', async () => {
    const template = await client.files.uploadBytes('x is ${x}\n', { name: 'in.txt', typeId: 2 });
    const paramFile = await client.files.uploadBytes('x\n1.5\n2.5\n', { name: 'p.csv', typeId: 3 });
    const body = jobOf(
      'doe 4711',
      { paramFile: { id: paramFile.id }, jobvariables: [] },
      'cp in.txt out.txt',
    );
    const job = await client.jobs.create({
      ...body,
      jobanalyses: body.jobanalyses.map((analysis) => ({
        ...analysis,
        templateTasks: [{ processedFilename: 'in.txt', templateFile: { id: template.id } }],
      })),
    });
    expect(job.expectedRuns).toBe(2);
    expect(job.jobvariables).toMatchObject([{ name: 'x', variableType: 'Param', displayOrder: 0 }]);
    expect(await client.jobs.get(job.id)).toMatchObject({ id: job.id, name: 'doe 4711' });

    const assigned = await client.customFields.assigned(job.id, {
      Findings: [{ name: 'Mean', valueType: 'number' }],
    });
    expect(assigned.fields['Findings']).toMatchObject([{ name: 'Mean', section: 'Findings' }]);
    expect(await client.customFields.write(job.id, { Mean: 2 })).toBeUndefined();
    expect(await client.customFields.values(job.id)).toMatchObject({ Mean: { value: 2 } });

    expect(await newest(client.jobs.statuses(job.id))).not.toBe('Pending');
    await client.jobs.submit(job.id);
    await until(job.id, 'Completed');
    const history = (await collect(client.jobs.statuses(job.id))).map(({ status }) => status);
    expect(history.filter((s) => s !== 'Waiting for Queue').toReversed()).toEqual([
      'Pending',
      'Queued',
      'Started',
      'Validated',
      'Executing',
      'Completed',
    ]);
    await waitFor('the cluster to stop', async () => {
      const status = await newest(client.jobs.clusterStatuses(job.id));
      return status === 'Stopped';
    });
    const clusterHistory = await collect(client.jobs.clusterStatuses(job.id));
    expect(clusterHistory.map(({ status }) => status).toReversed()).toEqual([
      'Not Started',
      'Starting',
      'Started',
      'Stop Requested',
      'Stopping',
      'Stopped',
    ]);
    const logs = await client.jobs.extendedLogs(job.id);
    const times = logs.map(({ timestamp }) => Number(timestamp));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(logs.filter(({ level }) => level === 'status').length).toBeGreaterThan(4);

    const files = await collect(client.jobs.files(job.id, { search: 'out.txt' }));
    expect(files.map(({ path }) => /\/run(\d+)\/out\.txt$/.exec(path ?? '')?.[1]).sort()).toEqual([
      '1',
      '2',
    ]);
    const contents = await Promise.all(files.map((file) => client.files.read(file)));
    expect(contents.map(String).sort()).toEqual(['x is 1.5\n', 'x is 2.5\n']);

    const runs = await client.jobs.runs(job.id);
    expect(runs === undefined).toBe(documentOnly);
    if (runs !== undefined) {
      const read = await collect(runs);
      expect(read.map(({ id, variables }) => [id, variables[0]?.value])).toEqual([
        ['1', 1.5],
        ['2', 2.5],
      ]);
      const ofRun = await client.jobs.runFiles(job.id, '2');
      if (ofRun === undefined) throw new Error('Expected the files of a run, got none');
      expect((await collect(ofRun)).map(({ name }) => name)).toContain('out.txt');
    }
    const rows = await collect(client.jobs.list({ q: '4711' }));
    expect(rows).toMatchObject([{ id: job.id, jobStatus: { content: 'Completed' } }]);
    expect(await client.jobs.findByExactName('4711', 'doe 4711')).toHaveLength(1);
    expect(await client.jobs.findByExactName('4711', 'doe')).toHaveLength(0);
    await client.jobs.share(job.id, { email: 'colleague@localhost', message: 'Have a look' });
    await client.jobs.delete(job.id, { deleteInputFiles: true });
    await expect(client.jobs.get(job.id)).rejects.toMatchObject({ code: 'API_NOT_FOUND' });
  });

  it.each([
    ['stop', (id: string) => client.jobs.stop(id)],
    ['force_stop', (id: string) => client.jobs.forceStop(id)],
    ['shutdown', (id: string) => client.jobs.shutdown(id)],
  ] as const)('on ending a job by %s', async (name, end) => {
    const job = await client.jobs.create(jobOf(`ended by ${name}`));
    await client.jobs.submit(job.id);
    await until(job.id, 'Executing');
    const log = () => client.jobs.liveLines(job.id, '1', 'process_output.log', { lines: 5 });
    if (documentOnly) expect(isNotServed(await log())).toBe(true);
    else {
      const lines = await waitFor('the log of the run', async () => {
        const answer = await log();
        return isNotServed(answer) ? false : answer;
      });
      expect(lines).toEqual([]);
    }
    await expect(client.jobs.delete(job.id)).rejects.toMatchObject({
      code: expect.stringMatching(/^API_(INVALID_REQUEST|CONFLICT)$/) as string,
    });
    await end(job.id);
    await until(job.id, 'Completed');
  });

  it('on changing and deleting saved jobs', async () => {
    const one = await client.jobs.create(jobOf('one'));
    const two = await client.jobs.create(jobOf('two'));
    expect(await client.jobs.patch(one.id, { name: 'uno' })).toMatchObject({ name: 'uno' });
    expect(await client.jobs.put(two.id, { name: 'due' })).toMatchObject({
      id: two.id,
      name: 'due',
    });
    await client.jobs.deleteMany([one.id, two.id]);
    await expect(client.jobs.get(one.id)).rejects.toMatchObject({ status: 404 });
  });

  it('on a persistent cluster and a job on it', async () => {
    const hardware = { coreType: 'emerald', coresPerSlot: 1, slots: 1, walltime: 1 };
    const cluster = await client.clusters.create({
      name: 'beams',
      hardware,
      installedAnalyses: [{ analysis: { code: 'user_included', version: '0' } }],
      runLowPriority: false,
    });
    expect(await newest(client.clusters.statuses(cluster.id))).toBe('Not Started');
    await client.clusters.start(cluster.id);
    await waitFor('the cluster to start', async () => {
      const status = await newest(client.clusters.statuses(cluster.id));
      return status === 'Started';
    });
    const job = await client.jobs.create(jobOf('on a cluster', {}, 'echo hello'), {
      version: 'v3',
    });
    const given = await client.clusters.submitJob(cluster.id, { id: job.id, submit: true });
    expect(given.id).toBe(job.id);
    await until(job.id, 'Completed');
    const listed = await client.clusters.list();
    expect(isNotServed(listed)).toBe(documentOnly);
    if (!isNotServed(listed)) {
      expect((await collect(listed)).map(({ id }) => id)).toContain(cluster.id);
    }
    expect(isNotServed(await client.clusters.get(cluster.id))).toBe(documentOnly);
    expect(isNotServed(await client.clusters.shutdown(cluster.id))).toBe(documentOnly);
  });

  it('on the workspace, the account and its files', async () => {
    const defined = await client.customFields.definitions('local', '1');
    expect(Object.keys(defined.fields)).toContain('compute');
    expect(isNotServed(await client.user.me())).toBe(documentOnly);
    expect(isNotServed(await client.billing.computePrices())).toBe(documentOnly);
    const file = await client.files.uploadBytes('x', { name: 'x.txt', typeId: 1 });
    const listed = await client.files.list({ search: 'x.txt' });
    expect(isNotServed(listed)).toBe(documentOnly);
    if (!isNotServed(listed))
      expect((await collect(listed)).map(({ id }) => id)).toContain(file.id);
    expect(isNotServed(await client.files.get(file.id))).toBe(documentOnly);
    expect(isNotServed(await client.files.delete(file.id))).toBe(documentOnly);
  });

  it('on what is refused', async () => {
    const wrong = jobOf('wrong');
    wrong.jobanalyses[0]!.hardware.coreType = 'no-such-type';
    await expect(client.jobs.create(wrong)).rejects.toMatchObject({
      code: 'API_INVALID_REQUEST',
      fieldErrors: [{ field: expect.stringContaining('coreType') as string }],
    });
    const stranger = createPlatformClient({ ...platform, token: 'not-the-token' });
    await expect(collect(stranger.coreTypes.list())).rejects.toMatchObject({ status: 401 });
    await stranger.close();
  });

  it('on every endpoint, with the answers that the document describes', () => {
    expect(problemsOf(answers)).toEqual([]);
    const good = answers.filter(({ status }) => status >= 200 && status < 300);
    const asked = new Set(good.map(({ method, path }) => endpointOf(endpoints, method, path)));
    const unasked = endpoints.filter((endpoint) => !asked.has(endpoint));
    const missing = unasked.filter(({ source }) => source === 'document' || !documentOnly);
    expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
    if (documentOnly) expect(unasked.every(({ source }) => source === 'field')).toBe(true);
  });
});

/** A platform to hold against the document without changing anything there: registered only when it is named. */
const realUrl = process.env['DOEFLOW_CONTRACT_URL'];
const realToken = process.env['DOEFLOW_CONTRACT_TOKEN'];
if (realUrl !== undefined && realToken !== undefined) {
  describe(`the platform at ${realUrl} answers as the document describes`, () => {
    const answers: PassedAnswer[] = [];
    const dispatcher = recordAnswers((answer) => answers.push(answer));
    const client = createPlatformClient({ baseUrl: realUrl, token: realToken, dispatcher });

    it('on what can be read', async () => {
      await firstOf(client.coreTypes.list({ pageSize: 5 }));
      await firstOf(client.analyses.list({ pageSize: 5 }));
      const job = await firstOf(client.jobs.list({ state: 'completed', pageSize: 5 }));
      if (job !== undefined) {
        await client.jobs.get(job.id);
        await firstOf(client.jobs.statuses(job.id));
        await firstOf(client.jobs.clusterStatuses(job.id));
        await client.jobs.extendedLogs(job.id);
        await firstOf(client.jobs.files(job.id, { pageSize: 5 }));
        await client.customFields.values(job.id);
      }
      expect(problemsOf(answers)).toEqual([]);
    });
  });
}

async function firstOf<T>(rows: AsyncIterable<T>): Promise<T | undefined> {
  for await (const row of rows) return row;
  return undefined;
}
