import { createHash } from 'node:crypto';
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

  it('the log of a job tells of its cluster and its runs, in the order of time', async () => {
    for (const calls of [whole, strict]) {
      const id = await create(calls, jobOf({}, { command: 'echo x > out.txt' }));
      await calls.send('POST', `/api/v2/jobs/${id}/submit/`);
      await untilStatus(calls, `/api/v2/jobs/${id}/`, 'Completed');
      const { json } = await calls.send('GET', `/api/v2/jobs/${id}/extendedlogs/`);
      const lines = json as unknown as readonly { level: string; message: string; id: string }[];
      const told = lines.filter(({ level }) => level === 'INFO').map(({ message }) => message);
      expect(told).toContain('Cluster: Started');
      expect(told).toContain('Started run 1');
      expect(told).toContainEqual(
        expect.stringMatching(/^Ended run 1 with exit code 0: 2 files of \d+ bytes saved$/),
      );
      const order = lines.map(({ message }) => message);
      expect(order.indexOf('Executing')).toBeLessThan(order.indexOf('Started run 1'));
      expect(order.indexOf('Started run 1')).toBeLessThan(
        order.indexOf('Completed: Completed successfully'),
      );
      expect(new Set(lines.map((line) => line.id)).size).toBe(lines.length);
    }
  });

  it('a job tells the nodes of its cluster while that is up', async () => {
    const id = await create(whole, jobOf({}, { command: 'sleep 100' }));
    const path = `/api/v2/jobs/${id}/`;
    expect((await whole.send('GET', `${path}instances/`)).json).toMatchObject({ count: 0 });
    await whole.send('POST', `${path}submit/`);
    await untilStatus(whole, path, 'Executing');
    const { json } = await whole.send('GET', `${path}instances/`);
    const node = { publicIp: '127.0.0.1', publicHostname: 'localhost', sshPort: 22, clusterId: id };
    expect(json['results']).toMatchObject([
      { role: 'MPI_MASTER', ...node },
      ...Array.from({ length: 7 }, () => ({ role: 'MPI_SLAVE', ...node })),
    ]);
    await whole.send('POST', `${path}shutdown/`);
    await untilStatus(whole, path, 'Completed');
    await waitFor('the nodes to be gone', async () => {
      const answer = await whole.send('GET', `${path}instances/`);
      return answer.json['count'] === 0;
    });
    const saved = await create(strict);
    expect((await strict.send('GET', `/api/v2/jobs/${saved}/instances/`)).status).toBe(404);
  });

  it('a storage device is made, started, listed, attached to a job and ended', async () => {
    const devices = '/api/v2/storage-devices/';
    const body = { name: 'scratch', storageSize: 500, hardware, region: { id: 'local' } };
    const { status, json } = await whole.send('POST', devices, body);
    expect(status).toBe(201);
    const { id, urls } = json as { id: string; urls: { statuses: string } };
    const move = async (name: string) =>
      (await whole.send('POST', `${devices}${id}/${name}/`)).status;
    const newest = async () => {
      const answer = await whole.send('GET', urls.statuses);
      return (answer.json['results'] as { status: string }[])[0]?.status;
    };
    expect(await newest()).toBe('Not Started');
    expect([await move('submit'), await newest(), await move('submit')]).toEqual([
      ...[200, 'Started', 400],
    ]);
    const listed = await whole.send('GET', devices);
    expect(listed.json['results']).toMatchObject([
      { id, name: 'scratch', storageSize: 500, hardware: { walltime: null } },
    ]);
    const job = `/api/v2/jobs/${await create(whole)}/storage-devices/`;
    const attached = await whole.send('POST', job, { storageDevice: { id } });
    expect(attached).toMatchObject({ status: 201, json: { storageDevice: { id } } });
    expect((await whole.send('GET', job)).json).toMatchObject({ count: 1 });
    const unknown = await whole.send('POST', job, { storageDevice: { id: 'none' } });
    expect([unknown.status, Object.keys(unknown.json)]).toEqual([400, ['storageDevice']]);
    expect([await move('shutdown'), await newest(), await move('shutdown')]).toEqual([
      ...[202, 'Stopped', 400],
    ]);
    expect((await strict.send('POST', devices, body)).status).toBe(404);
  });

  it('an upload has its checksums, the stronger one first', async () => {
    const id = await whole.upload('a.txt', 'abc');
    const { json } = await whole.send('GET', `/api/v2/files/${id}/`);
    const ofAbc = (name: string) => createHash(name).update('abc').digest('hex');
    expect(json['fileChecksums']).toEqual(
      ['sha512', 'md5'].map((name) => ({ hashFunction: name, fileHash: ofAbc(name) })),
    );
    const file = await strict.upload('a.txt', 'abc');
    const made = await create(strict, jobOf({}, { inputFiles: [{ id: file }] }));
    const { json: job } = await strict.send('GET', `/api/v2/jobs/${made}/`);
    expect(JSON.stringify(job)).toContain(`"md5":"${ofAbc('md5')}"`);
    expect(JSON.stringify(job)).not.toContain('fileChecksums');
  });

  it('folders hold uploads, jobs and the outputs of each job, in records that name a local storage', async () => {
    const upload = await whole.upload('in-the-library.txt', 'x');
    const id = await create(whole, jobOf({}, { command: 'echo x > out.txt' }));
    await whole.send('POST', `/api/v2/jobs/${id}/submit/`);
    await untilStatus(whole, `/api/v2/jobs/${id}/`, 'Completed');
    const roots = (await whole.send('GET', '/api/v3/users/me/folders/')).json;
    const inside = async (folder: unknown) => {
      const answer = await whole.send('GET', `/api/v3/folders/${String(folder)}/contents/`);
      return answer.json['results'] as { type: string; item: Record<string, unknown> }[];
    };
    const storage = { storageType: 'LocalStorage' };
    const [file] = await inside(roots['myLibrary']);
    expect(file).toMatchObject({ type: 'file', item: { id: upload, storage } });
    expect((await whole.send('GET', `/api/v3/files/${upload}/`)).json).toMatchObject({ storage });
    const [folder] = await inside(roots['myJobs']);
    expect(folder).toMatchObject({ type: 'folder', item: { name: 'from the field' } });
    const outputs = await inside(folder?.item['id']);
    expect(outputs.map(({ item }) => item['name'])).toContain('out.txt');
    const made = outputs.find(({ item }) => item['name'] === 'out.txt')?.item;
    const sha512 = createHash('sha512').update('x\n').digest('hex');
    expect((made?.['fileChecksums'] as object[])[0]).toEqual({
      hashFunction: 'sha512',
      fileHash: sha512,
    });
    const read = await whole.read(
      String(outputs.find(({ item }) => item['name'] === 'out.txt')?.item['downloadUrl']),
    );
    expect(read).toBe('x\n');
    expect((await whole.send('GET', '/api/v3/folders/none/contents/')).status).toBe(404);
    expect((await strict.send('GET', '/api/v3/users/me/folders/')).status).toBe(404);
  });

  it.each([
    ['/api/v3/credentials/', /upload by POST \/api\/v2\/files\/contents\//],
    ['/api/v3/files/', /upload by POST \/api\/v2\/files\/contents\//],
    ['/api/v3/folders/library/', /no further folders/],
    ['/api/v3/folders/library/contents/archive/', /no trash bin/],
  ])('POST %s is refused with what to do instead', async (path, expected) => {
    expect(await whole.send('POST', path, {})).toEqual({
      status: 400,
      json: { detail: expect.stringMatching(expected) as string },
    });
    expect((await strict.send('POST', path, {})).status).toBeGreaterThanOrEqual(404);
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
