import { beforeEach, describe, expect, it } from 'vitest';
import { hardwareRows } from '../../../src/cli/amend/hardware-rows.ts';
import { keepPriceOf, readHardware } from '../../../src/cli/amend/read-hardware.ts';
import type { PlanCheck } from '../../../src/cli/plan/check-plan.ts';
import { layout, openHardwareBook, type DocumentFolder } from '../../../src/store/index.ts';
import type { Study } from '../../../src/study/study.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

let folder: DocumentFolder;
beforeEach(async () => {
  let clean = (): void => undefined;
  folder = (await temporaryStore((remove) => (clean = remove))).study('beam-1');
  await folder.write(layout.price, { amount: 0.5, currency: 'USD' });
  return () => clean();
});

const study = (hardware: object, maxCost?: number, cluster?: object): Study =>
  ({
    job: { fields: {}, hardware: { coreType: 'emerald', coresPerSlot: 1, slots: 2, ...hardware } },
    execution: {
      ...(maxCost === undefined ? {} : { maxCost: { amount: maxCost } }),
      ...(cluster === undefined ? {} : { cluster }),
    },
  }) as unknown as Study;

const told = (
  price?: number,
  currency: string | null = 'USD',
  problems: PlanCheck['problems'] = [],
): PlanCheck => ({
  problems,
  price: price === undefined ? undefined : { amount: price, currency },
});

async function read(after: Study, check: PlanCheck | undefined, before = study({})) {
  let asked = 0;
  const found = await readHardware(folder, { before, after }, () => {
    asked += 1;
    return Promise.resolve(check);
  });
  return { ...found, asked };
}

describe('other hardware', () => {
  it('is asked of the platform, and its price is kept beside that of before', async () => {
    const after = study({ coreType: 'ruby' });
    const { hardware, refused } = await read(after, told(0.9));
    expect(refused).toEqual([]);
    expect(hardware?.prices).toEqual({
      before: { amount: 0.5, currency: 'USD' },
      after: { amount: 0.9, currency: 'USD' },
    });
    if (hardware === undefined) throw new Error('Expected other hardware, got none');
    await keepPriceOf(folder, study({}), hardware);
    expect(await folder.find(layout.priceOf('ruby'))).toMatchObject({ amount: 0.9 });
    expect(await folder.find(layout.price)).toMatchObject({ amount: 0.5 });
    // Of a study that isn't amended yet.
    expect((await openHardwareBook(folder, study({}))).isChanged).toBe(false);
  });

  it('of the same core type has its price, and another walltime alone asks nobody', async () => {
    expect((await read(study({ slots: 8 }), told(9))).prices.after).toMatchObject({ amount: 0.5 });
    const longer = await read(study({ walltime: 3 }), told(9));
    expect(longer).toMatchObject({ asked: 0, refused: [], hardware: { isWalltimeOnly: true } });
    expect((await read(study({}), told(9))).hardware).toBeUndefined();
  });

  it('without a price is refused where the cost has a limit, and unknown where it has none', async () => {
    const after = study({ coreType: 'ruby' }, 5);
    expect((await read(after, told())).refused[0]?.why).toContain('prices: {ruby: 0.12}');
    expect((await read(after, undefined)).refused).toHaveLength(1);
    expect((await read(study({ coreType: 'ruby' }), undefined)).refused).toEqual([]);
  });

  it('is refused in another currency, and where the platform refuses it', async () => {
    const after = study({ coreType: 'ruby' });
    expect((await read(after, told(0.9, 'EUR'))).refused[0]?.why).toContain('is in EUR');
    expect((await read(after, told(0.9, null))).refused).toEqual([]);
    const problem = { severity: 'error', where: 'job.hardware.coreType', message: 'none' } as const;
    expect((await read(after, told(0.9, 'USD', [problem]))).refused).toEqual([
      { words: 'job.hardware.coreType', why: 'none' },
    ]);
  });

  it('of the study’s own cluster is asked of the platform, its walltime alone too', async () => {
    const own = { kind: 'own', name: 'c', slots: 2 };
    const more = { ...own, slots: 4, walltimeHours: 3 };
    const found = await read(study({}, 5, more), told(0.5), study({}, 5, own));
    expect(found).toMatchObject({ asked: 1, refused: [] });
    expect(found.hardware?.before.cluster).toEqual({ slots: 2 });
    expect(found.hardware?.after.cluster).toEqual({ slots: 4, walltimeHours: 3 });
    const longer = await read(study({ walltime: 4 }, 5, own), told(0.5), study({}, 5, own));
    expect(longer).toMatchObject({ asked: 1, refused: [] });
    expect(hardwareRows(found.hardware)).toEqual([
      [
        'hardware',
        '2 slots x 1 core of emerald, on a cluster of 2 slots -> 2 slots x 1 core of emerald, on a cluster of 4 slots, its walltime 3 h',
      ],
      ['an hour of the cluster', '1.00 USD -> 2.00 USD'],
    ]);
  });

  it('of a study on another cluster is not looked at: it is refused by its rule', async () => {
    const cluster = { kind: 'existing', id: 'c' };
    const found = await read(study({ slots: 4 }, 5, cluster), told(), study({}, 5, cluster));
    expect(found).toMatchObject({ asked: 0, refused: [] });
  });
});
