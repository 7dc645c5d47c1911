import type { StudyCache } from '../activities/study-cache.ts';
import type { EventFacts, StudyEvent } from '../src/notify/index.ts';
import { isStudyOver } from '../src/run/run-state.ts';
import { layout, readAttempts, type Store } from '../src/store/index.ts';
import { costOfAttempts } from '../src/summary/index.ts';

/** Where facts are read. */
export interface FactSources {
  readonly store: Pick<Store, 'study'>;
  readonly studyCache: StudyCache;
}

/** What an event says besides its news; what can't be read is left out, so that it is told all the same. */
export async function readEventFacts(
  { store, studyCache }: FactSources,
  study: Omit<EventFacts, 'cost' | 'results'>,
): Promise<EventFacts> {
  const folder = store.study(study.studyId);
  const snapshot = await folder.find(layout.snapshot).catch(() => undefined);
  return {
    ...study,
    cost: await readCost({ store, studyCache }, study).catch(() => null),
    results: snapshot?.resultsDir,
  };
}

async function readCost(
  { store, studyCache }: FactSources,
  { studyId, progress }: Pick<EventFacts, 'studyId' | 'progress'>,
): Promise<StudyEvent['cost']> {
  const folder = store.study(studyId);
  if (progress !== undefined && isStudyOver(progress.state)) {
    const cost = (await folder.find(layout.summary))?.cost;
    if (cost === undefined) return null;
    return { low: cost.low, high: cost.high, currency: cost.currency };
  }
  const { study } = await studyCache.get(studyId);
  const cost = await costOfAttempts(folder, study, await readAttempts(folder));
  return { low: cost.low, high: null, currency: cost.currency };
}
