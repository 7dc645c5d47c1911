import { describe, expect, it } from 'vitest';
import { judgeEnding, mayBeLostWithCluster, type DatedStatus } from '../../src/run/index.ts';

const executing: DatedStatus = { status: 'Executing' };
const ended: DatedStatus[] = [{ status: 'Completed', statusReason: '' }, executing];
const neverExecuted: DatedStatus[] = [{ status: 'Completed' }, { status: 'Queued' }];
const judge = (
  history: readonly DatedStatus[] | undefined,
  by?: Parameters<typeof judgeEnding>[2],
) => judgeEnding(history, 'j1', by);

describe('the ending of a job', () => {
  it('that is gone says that it was deleted, whoever had stopped it', () => {
    const deleted = { kind: 'deleted', note: 'job j1 was deleted on the platform' };
    expect(judge(undefined)).toEqual(deleted);
    expect(judge(undefined, 'study')).toEqual(deleted);
  });

  it('tells who had it stopped, and whether any of its runs began', () => {
    expect(judge(ended, 'study')).toEqual({ kind: 'stopped', byStudy: true });
    expect(judge(neverExecuted, 'study')).toEqual({
      ...{ kind: 'stopped', byStudy: true, neverExecuted: true },
    });
    const note = 'the workflow of its job was cancelled in Temporal';
    expect(judge(ended, 'cancellation')).toEqual({ kind: 'stopped', byStudy: true, note });
    expect(judge(neverExecuted, 'cancellation')).toEqual({
      ...{ kind: 'stopped', byStudy: true, neverExecuted: true, note },
    });
    const reaped =
      'doeflow’s reaper stopped job j1, as nobody answered for it: its study has ended';
    expect(judge(ended, { reaper: 'its study has ended' })).toEqual({
      ...{ kind: 'stopped', byStudy: true, note: reaped },
    });
    expect(judge(neverExecuted, { reaper: 'its study has ended' })).toEqual({
      ...{ kind: 'stopped', byStudy: true, neverExecuted: true, note: reaped },
    });
  });

  it.each([
    ['in its reason', { status: 'Completed', statusReason: 'User Terminated' }],
    ['in its reason', { status: 'Completed', statusReason: 'Stopped by an administrator' }],
    ['by its status', { status: 'Force Stop' }],
    ['by its status', { status: 'force-stop' }],
    ['by its status', { status: 'ForceStop', statusReason: null }],
  ] as const)('was a stop by somebody else where the platform says so %s: %j', (_, entry) => {
    const note = 'job j1 was stopped on the platform, not by doeflow';
    expect(judge([entry, executing])).toEqual({ kind: 'stopped', note });
    expect(judge([entry])).toEqual({ kind: 'stopped', neverExecuted: true, note });
    expect(mayBeLostWithCluster([executing, entry])).toBe(true);
  });

  it('tells when its history first told of a stop', () => {
    const stopping = (statusDate: string) => ({ status: 'Stopping (User Terminated)', statusDate });
    const history = [stopping('2026-01-01T00:00:02Z'), stopping('2026-01-01T00:00:01Z'), executing];
    const stoppedAtMs = Date.parse('2026-01-01T00:00:01Z');
    expect(judge(history, 'study')).toMatchObject({ stoppedAtMs });
    expect(judge(history)).toMatchObject({ kind: 'stopped', stoppedAtMs });
    expect(judge([{ ...executing, statusDate: '2026-01-01T00:00:01Z' }], 'study')).toEqual({
      ...{ kind: 'stopped', byStudy: true },
    });
  });

  it.each([
    undefined,
    null,
    '',
    'Completed successfully',
    ' completed successfully. ',
    'A run failed',
  ])('is nothing special with the reason %j', (statusReason) => {
    const history = [{ status: 'Completed', statusReason }, executing];
    expect(judge(history)).toEqual({ kind: 'ended' });
    expect(mayBeLostWithCluster(history)).toBe(false);
  });

  it('quotes any other reason as the platform wrote it', () => {
    const history = [{ status: 'Completed', statusReason: 'Walltime. Exceeded.' }, executing];
    expect(judge(history)).toEqual({
      kind: 'ended',
      note: 'the platform says: Walltime. Exceeded.',
    });
    expect(mayBeLostWithCluster(history)).toBe(true);
    const odd = [{ status: 'Completed', statusReason: 'A run. failed' }, executing];
    expect(judge(odd).note).toBe('the platform says: A run. failed');
  });
});

describe('the ending of a job whose cluster ended', () => {
  const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  const cluster = (minute: number | undefined) => ({
    ...{ clusterId: 'c1', why: 'it was ended' },
    endedMs: minute === undefined ? undefined : Date.parse(at(minute)),
  });
  const stop = (statusDate?: string | null): DatedStatus => ({
    ...{ status: 'Completed', statusReason: 'User Terminated', statusDate },
  });
  const lost = {
    ...{ kind: 'ended', lostCluster: 'c1' },
    note: 'cluster c1, which it ran on, was lost: it was ended',
  };

  it('is the cluster’s doing where that ended first, or in the same moment', () => {
    const history = [stop(at(9)), stop(at(20)), executing];
    expect(judgeEnding(history, 'j1', undefined, cluster(8))).toEqual(lost);
    expect(judgeEnding(history, 'j1', undefined, cluster(9))).toEqual(lost);
    expect(judgeEnding(history, 'j1', undefined, cluster(10)).kind).toBe('stopped');
  });

  it('is the cluster’s doing where one of the two has no date', () => {
    expect(judgeEnding([stop(at(9))], 'j1', undefined, cluster(undefined))).toEqual(lost);
    const forced = { status: 'Force Stop', statusDate: at(9) };
    expect(judgeEnding([forced, executing], 'j1', undefined, cluster(undefined))).toEqual(lost);
    for (const none of [undefined, null, '', 'some day']) {
      expect(judgeEnding([stop(none), executing], 'j1', undefined, cluster(99))).toEqual(lost);
      expect(judgeEnding([stop(none), stop(at(9))], 'j1', undefined, cluster(10)).kind).toBe(
        'stopped',
      );
    }
  });

  it('is the cluster’s doing where the platform gives another reason than a stop', () => {
    const odd = [
      { status: 'Completed', statusReason: 'Node failure', statusDate: at(9) },
      executing,
    ];
    expect(judgeEnding(odd, 'j1', undefined, cluster(8))).toEqual(lost);
  });

  it('is not where the job had ended as jobs do', () => {
    for (const minute of [undefined, 8]) {
      expect(judgeEnding(ended, 'j1', undefined, cluster(minute))).toEqual({ kind: 'ended' });
    }
  });
});
