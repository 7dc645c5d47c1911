/** What is looked up once for all things. */
import { PlatformError, readPriceList, type PriceList } from '../platform-api/index.ts';
import { searchTag } from '../store/index.ts';
import type { LookDependencies } from './dependencies.ts';

/** The same for every thing of one look. */
export interface Surroundings {
  readonly studyIds: readonly string[];
  /** The study of this store whose jobs and clusters carry that word. */
  studyOfTag(tag: string): string | undefined;
  /** Undefined where the platform tells none. */
  prices(): Promise<PriceList | undefined>;
}

/** Reads what the store has of studies; prices are asked for when the first thing is found. */
export async function lookAround({
  store,
  platform,
  signal,
}: LookDependencies): Promise<Surroundings> {
  const studyIds = await store.listStudies();
  const byTag = new Map(studyIds.map((studyId) => [searchTag(studyId), studyId]));
  let prices: Promise<PriceList | undefined> | undefined;
  return {
    studyIds,
    studyOfTag: (tag) => byTag.get(tag),
    prices: () => {
      prices ??= readPriceList(platform, { signal }).catch((error: unknown) => {
        // A price that can't be had is no reason to leave something on.
        if (error instanceof PlatformError) return undefined;
        throw error;
      });
      return prices;
    },
  };
}
