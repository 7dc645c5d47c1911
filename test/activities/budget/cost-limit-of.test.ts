/** By which limit and price a study's cost is held, or why it can't be. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { costLimitOf } from '../../../activities/budget/cost-limit-of.ts';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { PermissionError } from '../../../src/platform-api/index.ts';
import { layout, setCostLimit, type DocumentFolder } from '../../../src/store/index.ts';
import type { CostLimit } from '../../../src/study/cost-limit.ts';
import type { Study } from '../../../src/study/study.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

const store = await temporaryStore(afterAll);
let folder: DocumentFolder;
let studies = 0;
/** How often the platform was asked for its prices. */
let asked = 0;
beforeEach(() => {
  studies += 1;
  asked = 0;
  folder = store.study(`beam-${studies}`);
});

const refused = new PermissionError('no prices for you', {
  ...{ method: 'GET', path: 'coretypes/', status: 403 },
});
const studyOf = (maxCost: CostLimit | undefined, coreType?: string) =>
  ({
    job: { fields: {}, hardware: { coreType, coresPerSlot: 1, slots: 2, walltime: 1 } },
    execution: { maxCost },
  }) as unknown as Study;

/** Of a study on a platform whose catalogue says 0.5 for an hour of a core `fast`, and nothing of others. */
function heldOf(study: Study, made = study, fails?: Error) {
  const dependencies = {
    store,
    studyCache: { get: () => Promise.resolve({ study }) },
    platform: {
      coreTypes: {
        async *list() {
          await Promise.resolve();
          asked += 1;
          if (fails !== undefined) throw fails;
          yield { code: 'fast', price: 0.5 };
        },
      },
      billing: { computePrices: () => Promise.resolve([]) },
    },
  } as unknown as ActivityDependencies;
  const run = { signal: AbortSignal.timeout(5_000), show: () => undefined, attempt: 1 };
  return costLimitOf(dependencies, { studyId: `beam-${studies}`, study: made }, run);
}
const keepPrice = (amount: number, currency: string | null = 'USD') =>
  folder.write(layout.price, { amount, currency });

describe('a limit', () => {
  it('that nobody has given holds nothing, and no price is asked for', async () => {
    expect(await heldOf(studyOf(undefined, 'fast'))).toEqual({ kind: 'none' });
    expect(asked).toBe(0);
  });

  it('is held by the price that was kept, without asking the platform again', async () => {
    await keepPrice(0.7);
    expect(await heldOf(studyOf({ amount: 4 }, 'fast'))).toEqual({
      ...{ kind: 'held', limit: { amount: 4 } },
      price: { amount: 0.7, currency: 'USD' },
    });
    expect(asked).toBe(0);
  });

  it('is held by the price that the platform tells where none was kept, which is kept then', async () => {
    const told = { kind: 'held', limit: { amount: 4 }, price: { amount: 0.5 } };
    for (let times = 0; times < 2; times += 1) {
      expect(await heldOf(studyOf({ amount: 4 }, 'fast'))).toMatchObject(told);
    }
    expect(asked).toBe(1);
  });

  it('is the one that was set last, not the one of the file', async () => {
    await keepPrice(0.7);
    await setCostLimit(folder, { limit: { amount: 9 }, at: '', by: 'ann' });
    expect(await heldOf(studyOf({ amount: 4 }, 'fast'))).toMatchObject({ limit: { amount: 9 } });
  });

  it.each([
    ['USD', 'USD'],
    ['USD', null],
    [undefined, 'EUR'],
  ])('in %j is held by prices in %j', async (ofLimit, ofPrice) => {
    await keepPrice(0.7, ofPrice);
    const limit = { amount: 4, ...(ofLimit === undefined ? {} : { currency: ofLimit }) };
    expect(await heldOf(studyOf(limit, 'fast'))).toEqual({
      ...{ kind: 'held', limit },
      price: { amount: 0.7, currency: ofPrice },
    });
  });

  it('in another currency than the prices is held by nothing', async () => {
    await keepPrice(0.7, 'EUR');
    expect(await heldOf(studyOf({ amount: 4, currency: 'USD' }, 'fast'))).toEqual({
      kind: 'unknown',
      why: "the limit is in USD and the platform's prices are in EUR; give the limit in EUR",
    });
  });
});

describe('a price', () => {
  it.each([
    ['is 0', 'fast'],
    ['nobody tells', 'slow'],
  ])('that %s holds no limit, and how to give one is told', async (_, coreType) => {
    if (coreType === 'fast') await keepPrice(0);
    expect(await heldOf(studyOf({ amount: 4 }, coreType))).toEqual({
      kind: 'unknown',
      why: `nobody tells what a core hour of ${coreType} costs; give it in the profile file: prices: {${coreType}: 0.12}`,
    });
  });

  it('of a study that names no core type is nobody’s, and that the platform refuses is told with its reason', async () => {
    expect(await heldOf(studyOf({ amount: 4 }))).toMatchObject({
      why: expect.stringMatching(
        /^nobody tells what a core hour of its core type costs; give it/u,
      ) as string,
    });
    const study = studyOf({ amount: 4 }, 'fast');
    expect(await heldOf(study, study, refused)).toMatchObject({
      why: expect.stringMatching(
        /^nobody tells what a core hour of fast costs \(The cost is unknown: .*no prices for you.*\); give it/u,
      ) as string,
    });
  });

  it('is that of the hardware that is to be paid for, not of the study as it was started', async () => {
    await keepPrice(0.7);
    const amended = await heldOf(studyOf({ amount: 4 }, 'fast'), studyOf(undefined, 'slow'));
    expect(amended).toMatchObject({
      ...{ kind: 'unknown' },
      why: expect.stringContaining('a core hour of slow costs') as string,
    });
    await folder.write(layout.priceOf('slow'), { amount: 0.1, currency: 'USD' });
    expect(await heldOf(studyOf({ amount: 4 }, 'fast'), studyOf(undefined, 'slow'))).toMatchObject({
      limit: { amount: 4 },
      price: { amount: 0.1 },
    });
  });
});
