import { expect, it } from 'vitest';
import { createStudyCache } from '../../activities/study-cache.ts';
import { keepOutcomes, layout } from '../../src/store/index.ts';
import { readEventFacts } from '../../worker/event-facts.ts';
import { beamStudy, keepStudy } from '../security/kept-study.ts';

it('an event of an open study says its cost, with the price read where none is kept', async () => {
  const { store, folder } = await keepStudy('beam-1', beamStudy, {});
  const run = { run: 1, attempt: 1, jobNumber: 1, status: 'Failed', values: {} } as const;
  await keepOutcomes(folder, 1, [{ ...run, elapsedSeconds: 3600 }]);
  const sources = {
    ...{ store, studyCache: createStudyCache(store) },
    keepPrice: () => folder.write(layout.price, { amount: 2, currency: 'USD' }),
  };
  const study = { studyId: 'beam-1', studyName: 'beam', progress: undefined, now: new Date(0) };
  const { cost } = await readEventFacts(sources, study);
  expect(cost).toEqual({ low: 2, high: null, currency: 'USD' });
});
