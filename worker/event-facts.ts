import type { StudyCache } from '../activities/study-cache.ts';
import type { EventFacts, StudyEvent } from '../src/notify/index.ts';
import { isStudyOver } from '../src/run/run-state.ts';
import { layout, readAttempts, type Store } from '../src/store/index.ts';
import { costOfAttempts } from '../src/summary/index.ts';

/** Where facts are read. */
export interface FactSources {
  readonly store: Pick<Store, 'study'>;
  readonly studyCache: StudyCache;
  /** Reads the price of a study's cores where none is kept. */
  readonly keepPrice: (studyId: string) => Promise<void>;
}

/** What an event says besides its news; what can't be read is left out, so that it is told all the same. */
export async function readEventFacts(
  sources: FactSources,
  study: Omit<EventFacts, 'cost' | 'results'>,
): Promise<EventFacts> {
  const folder = sources.store.study(study.studyId);
  const snapshot = await folder.find(layout.snapshot).catch(() => undefined);
  return {
    ...study,
    cost: await readCost(sources, study).catch(() => null),
    results: snapshot?.resultsDir,
  };
}

async function readCost(
  { store, studyCache, keepPrice }: FactSources,
  { studyId, progress }: Pick<EventFacts, 'studyId' | 'progress'>,
): Promise<StudyEvent['cost']> {
  const folder = store.study(studyId);
  if (progress !== undefined && isStudyOver(progress.state)) {
    const cost = (await folder.find(layout.summary))?.cost;
    if (cost === undefined) return null;
    return { low: cost.low, high: cost.high, currency: cost.currency };
  }
  const { study } = await studyCache.get(studyId);
  const attempts = await readAttempts(folder);
  if (attempts.flat().length > 0) await keepPrice(studyId);
  const cost = await costOfAttempts(folder, study, attempts);
  return { low: cost.low, high: null, currency: cost.currency };
}
