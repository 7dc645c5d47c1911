import { findCostLimit, layout, readAttempts, readCostLimits } from '../../store/index.ts';
import type { StudyReader } from '../../store/index.ts';
import { unknownCost, type CorePrice, type CostRange } from '../../study/cost.ts';
import type { PriceList } from '../../platform-api/index.ts';
import type { Engine } from '../engine/open-engine.ts';
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
  const [{ planStoredStudy }, { costOfAttempts }] = await Promise.all([
    import('./open-stored-study.ts'),
    import('../../summary/count-cost.ts'),
  ]);
  const folder = store.study(studyId);
  const { study } = await planStoredStudy(store, stored);
  const { coreType } = study.job.hardware;
  const kept = await folder.find(layout.price);
  const price =
    kept ?? (priceOf === undefined || coreType === undefined ? undefined : await priceOf(coreType));
  const limit = await findCostLimit(folder, study);
  const maxCost = limit === undefined ? {} : { maxCost: limit.amount };
  if (price === undefined) return { ...unknownCost, ...maxCost, basis: 'so far' };
  const attempts = await readAttempts(folder);
  const { low, currency } = await costOfAttempts(folder, study, attempts, price);
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

/** Gives back the platform's price of a core hour of a type; undefined where it can't be had soon. */
export type PriceReader = (coreType: string) => Promise<CorePrice | undefined>;

/** Asks the platform for its prices once, however many are read. */
export function createPriceReader({ platform }: Pick<Engine, 'platform'>): PriceReader {
  let asked: Promise<PriceList | undefined> | undefined;
  return async (coreType) => {
    asked ??= askPrices(platform);
    const prices = await asked;
    if (prices === undefined) return undefined;
    const { priceOfCore } = await import('../../platform-api/index.ts');
    return priceOfCore(coreType, prices);
  };
}

async function askPrices(platform: Engine['platform']): Promise<PriceList | undefined> {
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

/** The cost of a study from its summary; nulls where the summary has none. */
export async function readCost(
  store: StudyReader,
  studyId: string,
): Promise<CostRange & Pick<StudyCost, 'maxCost'>> {
  const cost = (await store.study(studyId).find(layout.summary))?.cost;
  return cost === undefined
    ? unknownCost
    : {
        ...{ low: cost.low, high: cost.high, currency: cost.currency },
        ...(typeof cost.maxCost === 'number' ? { maxCost: cost.maxCost } : {}),
      };
}
