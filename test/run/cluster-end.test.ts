import { describe, expect, it } from 'vitest';
import {
  endOfCluster,
  isClusterOver,
  startOfCluster,
  type DatedStatus,
} from '../../src/run/index.ts';

const minuteMs = 60_000;
const at = (minute: number): string => new Date(minute * minuteMs).toISOString();
const started = (minute: number): DatedStatus => ({ status: 'Started', statusDate: at(minute) });
const end = (history: readonly DatedStatus[], walltimeHours?: number, nowMinute = 1000) =>
  endOfCluster('c1', history, walltimeHours, nowMinute * minuteMs);

describe('a cluster', () => {
  it('takes no more jobs from the order to stop it on', () => {
    const over = ['Stop Requested', 'Stopping', 'Stopped', 'Error'];
    expect(over.filter(isClusterOver)).toEqual(over);
    expect(['', 'Not Started', 'Queued', 'Starting', 'Started'].filter(isClusterOver)).toEqual([]);
  });

  it('has begun at the first date of its start that its history has', () => {
    expect(startOfCluster([])).toBeUndefined();
    const queued = { status: 'Queued', statusDate: at(1) };
    expect(startOfCluster([queued, { status: 'Started', statusDate: null }])).toBeUndefined();
    const dateless = { status: 'Started', statusDate: undefined };
    expect(startOfCluster([started(7), dateless, started(5), queued])).toBe(5 * minuteMs);
  });

  it('lives until its walltime, but for the minute that two histories may be apart', () => {
    expect(end([started(0)], 1, 58)).toBeUndefined();
    expect(end([started(0)], 1, 59)).toEqual({
      ...{ clusterId: 'c1', endedMs: 59 * minuteMs, why: 'its walltime of 1 h was over' },
    });
  });

  it('has no walltime that is over where its start or its walltime is not known', () => {
    expect(end([started(0)])).toBeUndefined();
    expect(end([{ status: 'Started' }], 1)).toBeUndefined();
    expect(end([], 1)).toBeUndefined();
  });

  it('ended when the first word of its end says, in the platform’s own words', () => {
    const history = (statusReason?: string | null): DatedStatus[] => [
      { status: 'Stopped', statusDate: at(40), statusReason },
      { status: 'Stopping', statusDate: at(30) },
      started(0),
    ];
    const own = { clusterId: 'c1', endedMs: 30 * minuteMs };
    expect(end(history(), 1)).toEqual({
      ...own,
      why: 'it was ended, and the platform does not say by whom',
    });
    expect(end(history(null))).toEqual({
      ...own,
      why: 'it was ended, and the platform does not say by whom',
    });
    expect(end(history('No. 5 broke. Sorry.'))).toEqual({
      ...{ ...own, why: 'the platform says: No. 5 broke. Sorry' },
    });
  });

  it('that is gone from the platform ended at no known time', () => {
    expect(endOfCluster('c1', undefined, 1, 1000 * minuteMs)).toEqual({
      ...{ clusterId: 'c1', endedMs: undefined, why: 'it is no longer on the platform' },
    });
  });

  it('ended at no known time where no word of its end has a date', () => {
    expect(end([{ status: 'Error', statusDate: null }, started(0)])).toEqual({
      ...{
        clusterId: 'c1',
        endedMs: undefined,
        why: 'it was ended, and the platform does not say by whom',
      },
    });
    expect(end([{ status: 'Error' }, { status: 'Stopped', statusDate: at(9) }])).toMatchObject({
      endedMs: 9 * minuteMs,
    });
  });
});
