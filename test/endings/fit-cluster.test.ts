/** Whether work is sent to a cluster that may not last for it. */
import { describe, expect, it } from 'vitest';
import { fitCluster, type ClusterWork } from '../../src/run/fit-cluster.ts';

const hour = 3600;
/** Eight runs of half an hour in four slots of a cluster of eight hours: one hour's work. */
const work: ClusterWork = {
  ...{ runs: 8, runsAhead: 0, slots: 4, runSeconds: hour / 2, cutAfterSeconds: undefined },
  ...{ leftSeconds: 8 * hour, walltimeSeconds: 8 * hour },
};

describe('a job for a cluster', () => {
  it.each<[string, Partial<ClusterWork>, string]>([
    ['fits a fresh one', {}, 'fits'],
    ['fits where its time is left', { leftSeconds: hour }, 'fits'],
    ['does not fit where less is left', { leftSeconds: hour - 60 }, 'later'],
    ['waits behind the runs that are there', { leftSeconds: 1.5 * hour, runsAhead: 8 }, 'later'],
    ['is sent where nothing is known of it', { runSeconds: undefined, leftSeconds: 60 }, 'fits'],
    ['larger than a walltime is sent while a run fits', { runs: 400, leftSeconds: hour }, 'fits'],
    ['larger than that waits where none fits', { runs: 400, leftSeconds: 60 }, 'later'],
    [
      'of runs of a walltime goes to a fresh one',
      { runSeconds: 8 * hour, leftSeconds: 7.9 * hour },
      'fits',
    ],
    ['of such runs goes to no other', { runSeconds: 8 * hour, leftSeconds: 5 * hour }, 'later'],
    ['whose runs were cut by a whole one fits none', { cutAfterSeconds: 7.9 * hour }, 'never'],
    [
      'whose runs were cut by nine tenths of one fits none',
      { cutAfterSeconds: 7.2 * hour },
      'never',
    ],
    [
      'of nine tenths of a walltime waits for them',
      { runs: 16, runSeconds: 1.8 * hour, leftSeconds: 5 * hour },
      'later',
    ],
    ['whose runs were cut by its end alone fits', { cutAfterSeconds: hour }, 'fits'],
  ])('%s', (_name, change, verdict) => {
    expect(fitCluster({ ...work, ...change }).verdict).toBe(verdict);
  });

  it('is never sent away from a fresh cluster for its size', () => {
    for (const runs of [1, 8, 60, 64, 1000])
      for (const runSeconds of [1, hour, 7 * hour, 8 * hour, 20 * hour]) {
        const leftSeconds = 0.95 * work.walltimeSeconds;
        expect(fitCluster({ ...work, runs, runSeconds, leftSeconds }).verdict).toBe('fits');
      }
  });

  it('says what is left and what it takes', () => {
    expect(fitCluster({ ...work, leftSeconds: hour / 4 }).why).toBe(
      '0.25 h of its walltime of 8 h are left, and the work takes about 1 h',
    );
  });

  it('says that its runs need a cluster with a longer walltime', () => {
    expect(fitCluster({ ...work, cutAfterSeconds: 7.5 * hour }).why).toBe(
      "its runs were cut after 7.5 h before, and the cluster's walltime is 8 h: give the cluster a longer one",
    );
  });
});
