import { afterEach, describe, expect, it } from 'vitest';
import { openHealth, type Health } from '../../worker/health.ts';
import { freePort } from '../kit/free-port.ts';

let health: Health | undefined;
afterEach(() => health?.close());

async function open(): Promise<(path: string, method?: string) => Promise<[number, unknown]>> {
  const port = await freePort();
  health = await openHealth({ host: '127.0.0.1', port }, (text) => text.replaceAll('tok', '…'));
  return async (path, method = 'GET') => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method });
    return [answer.status, await answer.json()];
  };
}
const well = () => Promise.resolve();

describe('the health of a worker', () => {
  it('is alive and not ready before it polls, ready while all answer, and not ready once it drains', async () => {
    const ask = await open();
    expect(await ask('/live')).toEqual([200, { live: true, worker: 'starting' }]);
    expect(await ask('/ready')).toEqual([503, { ready: false, worker: 'starting' }]);
    health?.watch({ temporal: well, store: well });
    health?.become('polling');
    const parts = { temporal: 'ok', store: 'ok' };
    expect(await ask('/ready?x=1')).toEqual([200, { ready: true, worker: 'polling', ...parts }]);
    health?.become('draining');
    expect(await ask('/ready')).toEqual([503, { ready: false, worker: 'draining', ...parts }]);
    expect(await ask('/live')).toEqual([200, { live: true, worker: 'draining' }]);
  });

  it('names the part that fails or is silent, without a secret', async () => {
    const ask = await open();
    health?.become('polling');
    const fails = () => Promise.reject(new Error('refused tok'));
    health?.watch({ temporal: fails, store: () => new Promise(() => undefined) });
    const [status, told] = await ask('/ready');
    expect(status).toBe(503);
    expect(told).toMatchObject({ temporal: 'refused …', store: 'no answer within 3 s' });
  });

  it('asks the parts once, however many ask it at a time', async () => {
    const ask = await open();
    let asked = 0;
    health?.watch({ store: async () => (asked += 1) });
    await Promise.all([ask('/ready'), ask('/ready'), ask('/ready')]);
    expect(asked).toBe(1);
  });

  it('answers nothing else', async () => {
    const ask = await open();
    expect((await ask('/'))[0]).toBe(404);
    expect((await ask('/live', 'POST'))[0]).toBe(405);
  });

  it('says where it can not listen', async () => {
    const port = await freePort();
    const address = { host: '127.0.0.1', port };
    health = await openHealth(address, String);
    await expect(openHealth(address, String)).rejects.toMatchObject({
      ...{ code: 'USAGE_LISTEN', message: expect.stringContaining(`127.0.0.1:${port}`) as string },
    });
  });
});
