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
});
