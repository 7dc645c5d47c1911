/** How a job ended, and for how long its hardware was paid. */
import { describe, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { describeEnding } from '../../../activities/jobs/describe-ending.ts';
import type { PlatformPatience } from '../../../activities/jobs/platform-patience.ts';
import { NotFoundError } from '../../../src/platform-api/index.ts';
import type { StoppedBy } from '../../../src/run/job-ending.ts';

const hour = (hours: number): string => new Date(Date.UTC(2026, 0, 1, hours)).toISOString();
const entry = (status: string, hours: number, statusReason = '') => ({
  ...{ status, statusDate: hour(hours), statusReason },
});
type Entry = ReturnType<typeof entry>;

const cut = [entry('Completed', 3, 'Stopped by the system'), entry('Executing', 1)];
const lost = [entry('Stopped', 2, 'Node failure.'), entry('Started', 0)];
const cluster = { clusterId: 'c1', walltimeHours: 8 };

/** Describes the end of a job with this history; undefined for one that is gone. */
async function describeEnd(
  history: readonly Entry[] | undefined,
  job: {
    readonly stoppedBy?: StoppedBy;
    readonly cluster?: typeof cluster;
    /** Entries, the newest ones, that the history lacks at the first look, the second and so on. */
    readonly lacks?: readonly number[];
  } = {},
  clusterHistory: readonly Entry[] = lost,
) {
  const asked: string[] = [];
  const options: object[] = [];
  const listOf = (kind: string, entries: readonly Entry[] | undefined) =>
    async function* (id: string, option: object) {
      asked.push(`${kind} ${id}`);
      options.push(option);
      await Promise.resolve();
      if (entries === undefined) throw gone();
      yield* entries.slice(kind === 'job' ? (job.lacks?.[asked.length - 1] ?? 0) : 0);
    };
  const gone = (): Error => new NotFoundError('Not found.', { method: 'GET', path: '/x/' });
  const platform = {
    jobs: { statuses: listOf('job', history), get: () => Promise.reject(gone()) },
    clusters: { statuses: listOf('cluster', clusterHistory) },
  } as unknown as ActivityDependencies['platform'];
  const patience = { call: () => Promise.resolve() } as unknown as PlatformPatience;
  const signal = new AbortController().signal;
  const dependencies = {
    ...{ platform, poll: { minMs: 1, maxMs: 2 }, now: () => new Date(hour(4)) },
  };
  const run = { patience, signal, show: () => undefined };
  const { stoppedBy, cluster: onCluster } = job;
  const ended = { jobId: 'j1', stoppedBy, cluster: onCluster };
  const told = await describeEnding(dependencies, ended, run);
  expect(options[0]).toEqual({ signal, askPage: patience.call });
  return { ...told, asked: [...new Set(asked)] };
}

describe('the end of a job', () => {
  it('is told with the hours that it held its hardware', async () => {
    expect(await describeEnd([entry('Completed', 3), entry('Executing', 1)])).toEqual({
      ...{ ending: { kind: 'ended' }, heldHours: 2, asked: ['job j1'] },
    });
  });

  it('is waited for in a history that lags, so that its hours are whole', async () => {
    const history = [entry('Completed', 3), entry('Executing', 1)];
    for (const lacks of [[1], [2, 1, 1]]) {
      const told = await describeEnd(history, { lacks });
      expect(told, lacks.join()).toEqual({
        ...{ ending: { kind: 'ended' }, heldHours: 2, asked: ['job j1'] },
      });
    }
  });

  it('that the platform never tells of is taken for now, so that its hours are not too few', async () => {
    expect(await describeEnd([entry('Executing', 1)])).toMatchObject({ heldHours: 3 });
  });

  it('that is gone has no hours', async () => {
    expect(await describeEnd(undefined, { cluster })).toMatchObject({
      ...{ ending: { kind: 'deleted' }, asked: ['job j1'] },
    });
  });

  it('is laid to its cluster where that ended first, with the cluster’s own reason', async () => {
    const { ending, asked } = await describeEnd(cut, { cluster });
    expect(ending).toEqual({
      ...{ kind: 'ended', lostCluster: 'c1' },
      note: 'cluster c1, which it ran on, was lost: the platform says: Node failure',
    });
    expect(asked).toEqual(['job j1', 'cluster c1']);
    // By its walltime where the cluster’s history has no end, by the clock of the worker.
    const due = await describeEnd(cut, { cluster: { ...cluster, walltimeHours: 3 } }, [
      entry('Started', 0),
    ]);
    expect(due.ending.note).toContain('its walltime of 3 h was over');
    const living = await describeEnd(cut, { cluster }, [entry('Started', 0)]);
    expect(living.ending).toMatchObject({ kind: 'stopped' });
  });

  it('is no matter of its cluster where nothing was cut, nor where doeflow stopped it', async () => {
    const well = await describeEnd([entry('Completed', 3), entry('Executing', 1)], { cluster });
    expect(well).toMatchObject({ ending: { kind: 'ended' }, asked: ['job j1'] });
    const stopped = await describeEnd(cut, { cluster, stoppedBy: 'study' });
    expect(stopped).toMatchObject({
      ...{ ending: { kind: 'stopped', byStudy: true }, asked: ['job j1'] },
    });
    expect(await describeEnd(cut)).toMatchObject({
      ...{ ending: { kind: 'stopped' }, asked: ['job j1'] },
    });
  });
});
