import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { shutdownCluster } from '../../activities/clusters/shutdown-cluster.ts';
import type { ActivityDependencies } from '../../activities/dependencies.ts';
import {
  ConflictError,
  ConnectionError,
  PermissionError,
  ServerError,
  type NotServed,
  type PlatformError,
} from '../../src/platform-api/index.ts';
import { cureOf } from '../../src/run/cures.ts';
import { keepMadeCluster, openStore } from '../../src/store/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-shutdown-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const store = await openStore(folder);
await keepMadeCluster(store, 'c1', { studyId: 'beams-1', name: 'beams' });

const call = { method: 'POST', path: '/api/v3/clusters/c1/shutdown/' };
const refusals: readonly (readonly [string, PlatformError])[] = [
  ['403', new PermissionError('not you', { ...call, status: 403 })],
  ['409', new ConflictError('not now', { ...call, status: 409 })],
  ['503', new ServerError('come again', { ...call, status: 503 })],
];

/** Asks the platform to end the cluster, where it answers so, and with that status when it is looked at. */
function end(
  answer: PlatformError | NotServed,
  status: string,
  attempt = 1,
): Promise<{ served: boolean }> {
  const clusters = {
    shutdown: () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)),

    async *statuses() {
      yield { status, statusDate: '2026-01-01T00:00:00Z' };
    },
  };
  const dependencies = { store, poll: { minMs: 1, maxMs: 1 }, platform: { clusters } };
  return shutdownCluster(
    dependencies as unknown as ActivityDependencies,
    { studyId: 'beams-1', clusterId: 'c1' },
    { signal: new AbortController().signal, attempt, show: () => undefined },
  );
}

describe('a platform that does not end a cluster', () => {
  it.each(refusals)(
    'with %s is asked again after growing waits, and the cluster is named',
    async (_status, error) => {
      const failures = await Promise.all(
        [1, 3, 30].map((attempt) =>
          end(error, 'Started', attempt).catch((failure: unknown) => failure),
        ),
      );
      for (const failure of failures) {
        expect(failure).toMatchObject({ type: 'CLUSTER_NOT_ENDED', nonRetryable: false });
        expect((failure as Error).message).toContain(`cluster c1 goes on and costs: [POST]`);
      }
      expect(failures).toMatchObject(
        [2_000, 8_000, 60_000].map((nextRetryDelay) => ({ nextRetryDelay })),
      );
    },
  );

  it.each(refusals)(
    'with %s is left in peace once the cluster has ended otherwise',
    async (_status, error) => {
      await expect(end(error, 'Stopped')).resolves.toEqual({ served: true });
    },
  );

  it('is asked again where its way to end clusters is there and refused, and not where there is none', async () => {
    const endpoint = 'POST /api/v3/clusters/{cluster_id}/shutdown/';
    const refused = { notServed: true, endpoint, reason: 'used without it: 403' } as const;
    await expect(end(refused, 'Started')).rejects.toMatchObject({
      type: 'CLUSTER_NOT_ENDED',
      message: 'cluster c1 goes on and costs: used without it: 403',
    });
    const missing = { notServed: true, endpoint } as const;
    await expect(end(missing, 'Started')).resolves.toEqual({ served: false });
  });

  it('is waited for as everywhere where it cannot be reached', async () => {
    const error = new ConnectionError('no answer', call);
    await expect(end(error, 'Started')).rejects.toBe(error);
  });

  it('is told with what a person can do', () => {
    expect(cureOf('CLUSTER_NOT_ENDED')?.whatToDo).toContain('doeflow api POST v3/clusters/');
  });
});
