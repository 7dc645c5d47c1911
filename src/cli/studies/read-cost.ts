import { findCostLimit, layout, readCostLimits } from '../../store/index.ts';
import type { StudyReader } from '../../store/index.ts';
import { unknownCost, type CorePrice, type CostRange } from '../../study/cost.ts';
import type { PriceList } from '../../platform-api/index.ts';
import { paidHardwareOf, type PaidHardware } from '../../study/paid-hardware.ts';
import type { Study } from '../../study/study.ts';
import type { Engine } from '../engine/open-engine.ts';
import type { PlatformAddress } from '../engine/platform-access.ts';
import { costSinceEnd } from './cost-since-end.ts';
import type { StoredStudy } from './stored-study.ts';

/** Longest wait for the platform's prices: a list of studies isn't worth more. */
const patienceMs = 3_000;

/** An estimate from hours and the price of a core hour, never the platform's bill. */
export interface StudyCost extends CostRange {
  /** `final` of a study that ended; `so far` counts only what was collected, so that `high` isn't known. */
  readonly basis: 'final' | 'so far';
  /** The limit; absent: none. */
  readonly maxCost?: number;
}

/**
 * The cost of a study: of one that ended from its summary, of an open one from the runs and jobs that were collected and the platform's price.
 * @param priceOf absent where nobody can be asked for the price; then an open study has one only where it has read one
 */
export async function readStudyCost(
  store: StudyReader,
  stored: StoredStudy,
  priceOf: PriceReader | undefined,
  isOver: boolean,
): Promise<StudyCost> {
  const { studyId } = stored;
  if (isOver) {
    const cost = await readCost(store, studyId);
    return { ...(await limitSince(store, studyId, cost)), basis: 'final' };
  }
  const [{ planStoredStudy }, { costSoFar }] = await Promise.all([
    import('./open-stored-study.ts'),
    import('../../summary/count-cost.ts'),
  ]);
  const folder = store.study(studyId);
  const { study } = await planStoredStudy(store, stored);
  const price = (await folder.find(layout.price)) ?? (await priceOf?.(paidHardwareOf(study)));
  const limit = await findCostLimit(folder, study);
  const maxCost = limit === undefined ? {} : { maxCost: limit.amount };
  if (price === undefined) return { ...unknownCost, ...maxCost, basis: 'so far' };
  const { low, currency } = await costSoFar(folder, study, price);
  return { low, high: null, currency, ...maxCost, basis: 'so far' };
}

/** The limit that its owner has set last, where that was done since the study was started; else that of its summary. */
async function limitSince(
  store: StudyReader,
  studyId: string,
  { maxCost, ...cost }: CostRange & Pick<StudyCost, 'maxCost'>,
): Promise<CostRange & Pick<StudyCost, 'maxCost'>> {
  const set = (await readCostLimits(store.study(studyId))).at(-1);
  const limit = set === undefined ? maxCost : set.limit?.amount;
  return { ...cost, ...(limit === undefined ? {} : { maxCost: limit }) };
}

/** Gives back the platform's price of a core hour of a type, at its priority; undefined where no type is named, or it can't be had soon. */
export type PriceReader = (
  hardware: Pick<PaidHardware, 'coreType' | 'isLowPriority'>,
) => Promise<CorePrice | undefined>;

/** Asks the platform for its prices once, however many are read. */
export function createPriceReader({ platform }: Pick<Engine, 'platform'>): PriceReader {
  let asked: Promise<PriceList | undefined> | undefined;
  return async ({ coreType, isLowPriority }) => {
    if (coreType === undefined || platform === undefined) return undefined;
    asked ??= askPrices(platform);
    const prices = await asked;
    if (prices === undefined) return undefined;
    const { priceOfCore } = await import('../../platform-api/index.ts');
    return priceOfCore(coreType, prices, isLowPriority);
  };
}

async function askPrices(platform: PlatformAddress): Promise<PriceList | undefined> {
  const { createPlatformClient, readPriceList } = await import('../../platform-api/index.ts');
  const client = createPlatformClient(platform);
  try {
    return await readPriceList(client, { signal: AbortSignal.timeout(patienceMs) });
  } catch (error) {
    // What a study cost is told without the price that would make it money.
    if (error instanceof Error) return undefined;
    throw error;
  } finally {
    await client.close();
  }
}

/** The cost of a study from its summary, and since its end by the life of clusters that ended later; nulls where the summary has none. */
export async function readCost(
  store: StudyReader,
  studyId: string,
): Promise<CostRange & Pick<StudyCost, 'maxCost'>> {
  const folder = store.study(studyId);
  const cost = (await folder.find(layout.summary))?.cost;
  if (cost === undefined) return unknownCost;
  const { low, high, currency, maxCost } = cost;
  const told = { low, high, currency };
  return {
    ...(await costSinceEnd(folder, told, () => studyAsStored(store, studyId))),
    ...(typeof maxCost === 'number' ? { maxCost } : {}),
  };
}

async function studyAsStored(store: StudyReader, studyId: string): Promise<Study | undefined> {
  const [{ planStoredStudy }, { readStoredStudy }] = await Promise.all([
    import('./open-stored-study.ts'),
    import('./stored-study.ts'),
  ]);
  const stored = await readStoredStudy(store, studyId);
  return stored && (await planStoredStudy(store, stored)).study;
}
