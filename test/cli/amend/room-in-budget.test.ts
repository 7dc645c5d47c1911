import { beforeEach, describe, expect, it } from 'vitest';
import type { AmendmentCost } from '../../../src/cli/amend/amendment-cost.ts';
import { refuseNoSlot, tellNoRoom } from '../../../src/cli/amend/room-in-budget.ts';
import { checkBudget } from '../../../src/cli/plan/check-budget.ts';
import {
  keepJobHours,
  keepOutcomes,
  layout,
  setCostLimit,
  type Store,
} from '../../../src/store/index.ts';
import type { Study } from '../../../src/study/study.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

let store: Store;
beforeEach(async () => {
  let clean = (): void => undefined;
  store = await temporaryStore((remove) => (clean = remove));
  return () => clean();
});

const limited = (amount?: number): Study =>
  ({
    job: { fields: {}, hardware: { coresPerSlot: 1, slots: 1, walltime: 1 } },
    execution: amount === undefined ? {} : { maxCost: { amount } },
  }) as unknown as Study;

function tell(
  before: Study,
  after: Study,
  high: number | null,
  onLonger?: AmendmentCost['onLonger'],
): Promise<string | undefined> {
  const cost = {
    ...(onLonger === undefined ? {} : { onLonger }),
    jobs: 1,
    coreHours: { low: null, high },
    cost: { low: null, high, currency: null },
  };
  return tellNoRoom(store, { studyId: 'beam-1', before, after, isOver: true }, cost);
}

describe('the limit of the cost of a study that is amended', () => {
  it('is told where it has no room for all that is added', async () => {
    expect(await tell(limited(4), limited(4), 5)).toContain(
      'of 4.00 are committed: the study may pause',
    );
    expect(await tell(limited(4), limited(4), 3)).toBeUndefined();
    expect(await tell(limited(), limited(), 500)).toBeUndefined();
    expect(await tell(limited(4), limited(4), null)).toBeUndefined();
  });

  it('has room for what a cluster takes that the study has, as all of that is set aside; not so for its next one', async () => {
    expect(await tell(limited(4), limited(4), 5, 'cluster')).toBeUndefined();
    expect(await tell(limited(4), limited(4), 5, 'next cluster')).toContain('may pause');
  });

  it('that is set so low that nothing more begins holds the study, which is told, and no mistake', async () => {
    const price = { amount: 1, currency: 'USD', readAt: '2026-05-01T12:00:00.000Z' };
    await store.study('beam-1').write(layout.price, price);
    expect(await tell(limited(4), limited(0.5), 0)).toContain(
      'nothing more is started as it stands',
    );
    expect(await tell(limited(4), limited(1), 0)).toBeUndefined();
    expect(checkBudget(limited(0.5), price, true)).toEqual([]);
    expect(checkBudget(limited(0.5), price)).toMatchObject([{ severity: 'error' }]);
    expect(checkBudget(limited(0.5), undefined, true)).toMatchObject([{ severity: 'error' }]);
  });

  it('that is set lower than what the study’s cluster may cost, which is committed, holds nothing', async () => {
    const folder = store.study('beam-1');
    await folder.write(layout.price, { amount: 1, currency: 'USD' });
    const [before, after] = [4, 0.5].map((amount): Study => {
      const { job, execution } = limited(amount);
      const cluster = { kind: 'own', name: 'beams', slots: 1, walltimeHours: 1 } as const;
      return { job, execution: { ...execution, cluster } } as unknown as Study;
    });
    if (before === undefined || after === undefined) throw new Error('Expected two studies');
    const cost = { jobs: 1, coreHours: { low: null, high: 0 } };
    const lowered = (): Promise<string | undefined> =>
      tellNoRoom(
        store,
        { studyId: 'beam-1', before, after, isOver: false },
        { ...cost, cost: { low: null, high: 0, currency: null } },
      );
    expect(await lowered()).toContain('nothing more is started');
    await folder.write(layout.clusterMade(1), { name: 'beams', at: '' });
    expect(await lowered()).not.toContain('nothing more is started');
  });

  it('refuses hardware of which not one slot fits beside what is spent, and no other', async () => {
    const folder = store.study('beam-1');
    await folder.write(layout.price, { amount: 1, currency: 'USD' });
    const refuse = (after: Study, price: number): ReturnType<typeof refuseNoSlot> =>
      refuseNoSlot(
        store,
        { studyId: 'beam-1', before: limited(4), after, isOver: false },
        { amount: price, currency: 'USD' },
      );
    expect(await refuse(limited(4), 4)).toEqual([]);
    expect(await refuse(limited(4), 4.1)).toMatchObject([{ words: 'job.hardware' }]);
    // What goes on may give back what is set aside for it; what was spent stays so.
    await folder.write(layout.reservation(1), { mostHours: 1, at: '' });
    await folder.write(layout.submitTried(1), { at: '' });
    expect(await refuse(limited(4), 4)).toEqual([]);
    await keepJobHours(folder, 1, 1);
    await keepOutcomes(folder, 1, []);
    const [refused] = await refuse(limited(4), 4);
    expect(refused?.why).toContain('up to 4.00 USD until its walltime, and 1.00 USD of 4.00 USD');
    expect(await refuse(limited(5), 4)).toEqual([]);
  });

  it('is that of the amendment where that changes it, else the last one that was set', async () => {
    expect(await tell(limited(4), limited(9), 5)).toBeUndefined();
    await setCostLimit(store.study('beam-1'), {
      limit: { amount: 2 },
      at: '2026-05-01T12:00:00.000Z',
      by: 'ann',
    });
    expect(await tell(limited(4), limited(4), 3)).toContain('of 2.00 are committed');
  });
});
