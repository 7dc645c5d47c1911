import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../kit/processes.ts';
import { callsOf, type Calls } from './plain-calls.ts';
import { startLocalPlatform, type LocalPlatform } from './start-local-platform.ts';

/** What published clients send and read beyond the document, served by the whole platform and not by the document alone. */
describe('beyond the document', () => {
  let platforms: readonly LocalPlatform[] = [];
  let whole: Calls;
  let strict: Calls;
  beforeAll(async () => {
    const started = [await startLocalPlatform(), await startLocalPlatform(['--document-only'])];
    platforms = started;
    [whole, strict] = started.map(callsOf) as [Calls, Calls];
  });
  afterAll(async () => {
    await Promise.all(platforms.map((platform) => platform.stop()));
  });

  const hardware = { coreType: 'emerald', coresPerSlot: 1, slots: 8 };
  const analysis = { analysis: { code: 'user_included', version: '0' }, command: 'true', hardware };
  const jobOf = (more: object = {}, ofAnalysis: object = {}) => ({
    ...{ name: 'from the field', jobanalyses: [{ ...analysis, ...ofAnalysis }] },
    ...more,
  });
  const create = async (calls: Calls, body: object = jobOf()): Promise<string> => {
    const { status, json } = await calls.send('POST', '/api/v2/jobs/', body);
    expect(status).toBe(201);
    return String(json['id']);
  };
  const statusesOf = async (calls: Calls, path: string): Promise<readonly string[]> => {
    const { json } = await calls.send('GET', `${path}statuses/?page_size=100`);
    return (json['results'] as { status: string }[]).map(({ status }) => status);
  };
  const untilStatus = (calls: Calls, path: string, status: string): Promise<unknown> =>
    waitFor(`${path} to be ${status}`, async () =>
      (await statusesOf(calls, path)).includes(status),
    );

  it('a list of runs has pages of up to 2000, any other of up to 1000', async () => {
    const values = Array.from({ length: 2001 }, (_, i) => `${i}`);
    const paramFile = await whole.upload('p.csv', ['x', ...values].join('\n'));
    const id = await create(whole, jobOf({ paramFile: { id: paramFile } }));
    await whole.send('POST', `/api/v2/jobs/${id}/submit/`);
    await untilStatus(whole, `/api/v2/jobs/${id}/`, 'Executing');
    const rowsOf = async (path: string): Promise<number> => {
      const { json } = await whole.send('GET', path);
      return (json['results'] as unknown[]).length;
    };
    expect(await rowsOf(`/api/v2/jobs/${id}/runs/?page_size=1848`)).toBe(1848);
    expect(await rowsOf(`/api/v2/jobs/${id}/runs/?page_size=9999`)).toBe(2000);
    await whole.send('POST', `/api/v2/jobs/${id}/shutdown/`);
  });

  it.each([
    ['true', true],
    ['True', true],
    ['false', false],
  ])('the text %s is a boolean', async (text, expected) => {
    const body = jobOf({ isTemplateDryRun: text });
    const { json } = await whole.send('POST', '/api/v2/jobs/', body);
    expect(json).toMatchObject({ isTemplateDryRun: expected });
    const { status, json: mistakes } = await strict.send('POST', '/api/v2/jobs/', body);
    expect([status, mistakes]).toEqual([400, { isTemplateDryRun: ['Must be a valid boolean.'] }]);
  });

  it('a cluster needs no name', async () => {
    const body = { hardware: { ...hardware, coreType: { code: 'emerald' } } };
    const { status, json } = await whole.send('POST', '/api/v3/clusters/', body);
    expect([status, json['name']]).toEqual([201, '']);
  });

  it('a core type names its categories, GPUs and whether it is active, which can be asked for', async () => {
    const fields = ['categoryCodes', 'gpuCounts', 'isActive'];
    const rowsOf = async (calls: Calls, query = ''): Promise<readonly Record<string, unknown>[]> =>
      (await calls.send('GET', `/api/v3/coretypes/${query}`)).json['results'] as never;
    const documented = await strict.send('GET', '/api/v2/coretypes/');
    const [row] = documented.json['results'] as object[];
    expect(fields.filter((field) => field in (row ?? {}))).toEqual([]);
    const rows = await rowsOf(whole);
    expect(rows.filter((each) => each['isActive'] === false).map(({ code }) => code)).toEqual([
      'amber',
    ]);
    for (const { categoryCodes, gpuCounts, cores } of rows) {
      expect(categoryCodes).toContain('general');
      expect(gpuCounts).toEqual((cores as number[]).map(() => 0));
    }
    const active = await rowsOf(whole, '?isActive=true');
    expect(active.map(({ code }) => code)).not.toContain('amber');
    expect(active).toHaveLength(rows.length - 1);
  });

  it('the user is told with projects, storage and the longest job', async () => {
    const { json } = await whole.send('GET', '/api/v3/users/me/');
    expect(json).toMatchObject({
      fullName: 'Local Engineer',
      company: { code: 'local', projects: [{ id: 'demo', name: 'Demonstration' }] },
      defaultStorage: { id: 'local', storageType: 'LocalStorage' },
      maxJobHours: 336,
    });
  });

  it.each([
    ...['(bridge', 'bridge)', '"bridge', 'bridge or', 'and bridge', 'not', '(bridge and) or wing'],
    ...['()', '#', '""', 'owner:', 'comment:""', 'colour:red'],
  ])('a search that cannot be read, such as %s, is refused with the reason', async (q) => {
    for (const calls of [whole, strict]) {
      const { status, json } = await calls.send('GET', `/api/v2/jobs/?q=${encodeURIComponent(q)}`);
      expect([status, json]).toEqual([
        400,
        { q: [expect.stringMatching(/^The search can't be read: .+/) as string] },
      ]);
    }
  });

  it('a file is of the type that a job uses it as', async () => {
    for (const calls of [whole, strict]) {
      const [param, template, script, input] = await Promise.all(
        ['x\n1\n', '${x}', 'true', 'plain'].map((content) => calls.upload('a.txt', content)),
      );
      const { json } = await calls.send('POST', '/api/v2/jobs/', {
        ...jobOf(
          { paramFile: { id: param } },
          {
            inputFiles: [{ id: input }],
            templateTasks: [{ processedFilename: 'x.txt', templateFile: { id: template } }],
            ...{ postProcessScript: { id: script }, postProcessScriptCommand: 'sh a.txt' },
          },
        ),
      });
      expect(json).toMatchObject({
        paramFile: { id: param, typeId: 3 },
        jobanalyses: [
          {
            inputFiles: [{ id: input, typeId: 1 }],
            templateTasks: [{ templateFile: { id: template, typeId: 2 } }],
            postProcessScript: { id: script, typeId: 4 },
          },
        ],
      });
    }
  });

  it('a job on a cluster waits for the queue, and a cluster is started once', async () => {
    for (const calls of [whole, strict]) {
      const body = { name: 'shared', hardware: { ...hardware, coreType: { code: 'emerald' } } };
      const cluster = String((await calls.send('POST', '/api/v3/clusters/', body)).json['id']);
      const path = `/api/v3/clusters/${cluster}/`;
      const start = () => calls.send('POST', `${path}start/`);
      const starts = await Promise.all([start(), start()]);
      expect(starts.map(({ status }) => status).sort()).toEqual([204, 400]);
      await untilStatus(calls, path, 'Started');
      expect(await start()).toEqual({
        status: 400,
        json: { detail: 'The cluster is Started and cannot be started again.' },
      });
      const id = await create(calls);
      await calls.send('POST', `/api/clusters/${cluster}/jobs/`, { id, submit: true });
      await untilStatus(calls, `/api/v2/jobs/${id}/`, 'Completed');
      expect((await statusesOf(calls, `/api/v2/jobs/${id}/`)).toReversed()).toEqual([
        ...['Pending', 'Waiting for Queue', 'Queued', 'Started', 'Validated', 'Executing'],
        'Completed',
      ]);
    }
  });
});
