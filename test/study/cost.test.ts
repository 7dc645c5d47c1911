import { describe, expect, it } from 'vitest';
import { costOfJobs, unknownCost } from '../../src/study/cost.ts';
import type { Study } from '../../src/study/study.ts';

const price = { amount: 0.5, currency: 'EUR' };
const study = (cluster?: object): Study =>
  ({
    job: { hardware: { coresPerSlot: 4, slots: 3, walltime: 10 } },
    execution: { cluster },
  }) as unknown as Study;

describe('the cost of a study', () => {
  it('lies between the slots while runs were in them and all slots while the jobs held their hardware', () => {
    const uses = [
      { heldHours: 2, runHours: 5 },
      { heldHours: 1, runHours: 1.5 },
    ];
    // 4 cores at 0.5 an hour: a slot costs 2 an hour.
    expect(costOfJobs(study(), uses, price)).toEqual({ low: 13, high: 18, currency: 'EUR' });
  });

  it('counts a job that was made with other hardware by what that costs', () => {
    const uses = [
      { heldHours: 2, runHours: 5 },
      { heldHours: 1, runHours: 1.5, slots: 2, slotHour: 8 },
    ];
    expect(costOfJobs(study(), uses, price)).toEqual({ low: 22, high: 28, currency: 'EUR' });
  });

  it('holds at least one slot of each job where the times of runs are not told', () => {
    const uses = [{ heldHours: 2, runHours: 0 }];
    expect(costOfJobs(study(), uses, price)).toEqual({ low: 4, high: 12, currency: 'EUR' });
  });

  it('takes the whole walltime of a cluster of its own as the most', () => {
    const own = { kind: 'own', slots: 8, walltimeHours: 6 };
    const uses = [{ heldHours: 2, runHours: 5 }];
    expect(costOfJobs(study(own), uses, price)).toEqual({ low: 10, high: 96, currency: 'EUR' });
    expect(costOfJobs(study(own), uses, price, { made: 0, lives: [] })).toMatchObject({ high: 96 });
  });

  it('takes the walltimes of all clusters that were made for it', () => {
    const own = { kind: 'own', slots: 8, walltimeHours: 6 };
    expect(costOfJobs(study(own), [], price, { made: 2, lives: [] })).toMatchObject({ high: 192 });
  });

  it('is nothing for a study that waited for a cluster, and had none made nor a job on one', () => {
    const own = study({ kind: 'own', slots: 8, walltimeHours: 6 });
    const nothing = { low: 0, high: 0, currency: 'EUR' };
    expect(costOfJobs(own, [], price, { made: 0, lives: [] })).toEqual(nothing);
    const unstarted = [{ heldHours: 0, runHours: 0 }];
    expect(costOfJobs(own, unstarted, price, { made: 0, lives: [] })).toEqual(nothing);
    expect(costOfJobs(own, unstarted, price, { made: 1, lives: [] })).toMatchObject({ high: 96 });
  });

  it('takes clusters by their life where that is known, however long the platform held them', () => {
    const own = { kind: 'own', slots: 8, walltimeHours: 6 };
    const uses = [{ heldHours: 2, runHours: 5 }];
    const cost = (made: number, lives: readonly number[]) =>
      costOfJobs(study(own), uses, price, { made, lives });
    expect(cost(1, [250])).toEqual({ low: 125, high: 125, currency: 'EUR' });
    expect(cost(2, [250])).toMatchObject({ low: 125, high: 125 + 96 });
    // Its jobs ran longer in all: what runs took is at least paid.
    expect(cost(1, [2])).toMatchObject({ low: 10, high: 10 });
  });

  it('has jobs that were sent without the study’s cluster by themselves, beside what clusters cost', () => {
    const own = study({ kind: 'own', slots: 8, walltimeHours: 6 });
    const alone = { heldHours: 2, runHours: 5, isByItself: true };
    const cost = (uses: readonly object[], made: number, lives: readonly number[]) =>
      costOfJobs(own, uses as never, price, { made, lives });
    expect(cost([alone], 0, [])).toEqual({ low: 10, high: 12, currency: 'EUR' });
    expect(cost([alone], 1, [250])).toEqual({ low: 135, high: 137, currency: 'EUR' });
    const onCluster = { heldHours: 1, runHours: 1 };
    expect(cost([alone, onCluster], 1, [])).toEqual({ low: 12, high: 12 + 96, currency: 'EUR' });
  });

  it('is nothing when no job ran, and unknown without a price or on a cluster that others pay for', () => {
    expect(costOfJobs(study(), [], price)).toEqual({ low: 0, high: 0, currency: 'EUR' });
    expect(costOfJobs(study(), [], undefined)).toBe(unknownCost);
    expect(costOfJobs(study({ kind: 'existing', id: 'c' }), [], price)).toBe(unknownCost);
  });
});
