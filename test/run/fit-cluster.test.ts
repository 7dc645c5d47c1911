import { describe, expect, it } from 'vitest';
import { fitCluster, type ClusterWork } from '../../src/run/fit-cluster.ts';

const hour = 3600;
/** Ten hours of a cluster of two slots; a run takes an hour. */
const work: ClusterWork = {
  ...{ runs: 4, runsAhead: 0, slots: 2, runSeconds: hour, cutAfterSeconds: undefined },
  ...{ leftSeconds: 2 * hour, walltimeSeconds: 10 * hour },
};
const fit = (changes: Partial<ClusterWork> = {}) => fitCluster({ ...work, ...changes });

describe('a job for a cluster', () => {
  it('fits where its runs end in what is left, to the second', () => {
    expect(fit()).toEqual({ verdict: 'fits' });
    expect(fit({ leftSeconds: 2 * hour - 1 })).toEqual({
      verdict: 'later',
      why: '2 h of its walltime of 10 h are left, and the work takes about 2 h',
    });
  });

  it('waits for the runs that the cluster has before it, and for the slot that is filled last', () => {
    expect(fit({ runsAhead: 2 })).toMatchObject({
      verdict: 'later',
      why: expect.stringMatching(/about 3 h$/u) as string,
    });
    expect(fit({ runs: 5 })).toMatchObject({ verdict: 'later' });
    expect(fit({ runs: 3 })).toEqual({ verdict: 'fits' });
    expect(fit({ runs: 2, runsAhead: 2 })).toEqual({ verdict: 'fits' });
  });

  it('fits where nothing is known of its runs', () => {
    expect(fit({ runSeconds: undefined, leftSeconds: 0 })).toEqual({ verdict: 'fits' });
  });

  it('that fills nine tenths of a fresh cluster waits for one; a longer one begins where a run ends', () => {
    const whole = { runs: 18, leftSeconds: 9 * hour - 1 };
    expect(fit(whole)).toMatchObject({ verdict: 'later' });
    expect(fit({ ...whole, runs: 19 })).toEqual({ verdict: 'fits' });
    expect(fit({ runs: 19, leftSeconds: hour - 1 })).toMatchObject({ verdict: 'later' });
  });

  it('of runs that no cluster holds wants nine tenths of one, and no more', () => {
    const long = { runs: 2, runSeconds: 20 * hour };
    expect(fit({ ...long, leftSeconds: 9 * hour })).toEqual({ verdict: 'fits' });
    expect(fit({ ...long, leftSeconds: 9 * hour - 1 })).toMatchObject({ verdict: 'later' });
  });

  it('never fits where a run was cut after nine tenths of a walltime', () => {
    expect(fit({ cutAfterSeconds: 9 * hour - 1 })).toEqual({ verdict: 'fits' });
    expect(fit({ cutAfterSeconds: 9 * hour })).toEqual({
      verdict: 'never',
      why: "its runs were cut after 9 h before, and the cluster's walltime is 10 h: give the cluster a longer one",
    });
    const unknown = { runSeconds: undefined, cutAfterSeconds: 9.5 * hour };
    expect(fit(unknown)).toMatchObject({ verdict: 'never' });
  });

  it('is told in hours of two digits, none of them below zero', () => {
    const late = fit({
      leftSeconds: -hour,
      runSeconds: 1.23 * hour,
      walltimeSeconds: 12.34 * hour,
    });
    expect(late.why).toBe('0 h of its walltime of 12 h are left, and the work takes about 2.5 h');
  });
});
