import { beforeEach, expect, it } from 'vitest';
import { noteLostOutcomes } from '../../../activities/study/outcomes-lost.ts';
import { keepOutcomes, noteRestored, type Store } from '../../../src/store/index.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

const studyId = 'beam-1';
let store: Store;
beforeEach(async () => {
  let clean = (): void => undefined;
  store = await temporaryStore((remove) => (clean = remove));
  return () => clean();
});

const outcome = { run: 1, attempt: 1, jobNumber: 1, status: 'Done', values: {} } as const;
const input = { studyId, lastJobNumber: 3, nextPlanned: 4, state: 'Finished' } as const;

it('a study does not end with fewer runs done than it heard of, as an older copy of its store has them', async () => {
  await keepOutcomes(store.study(studyId), 1, [outcome]);
  const look = (more: object) => noteLostOutcomes(store, { ...input, ...more }, [outcome]);
  await expect(look({ done: 3 })).rejects.toMatchObject({
    code: 'STORAGE_OLDER',
    message: expect.stringContaining('jobs 2, 3 of study beam-1: 3 runs were done') as string,
  });
  // Nothing is missing, or nobody counted.
  expect(await look({ done: 1 })).toEqual([]);
  expect(await look({})).toEqual([]);
  expect(await look({ done: 3, withdrawn: [2, 3] })).toEqual([]);

  await noteRestored(store, new Date());
  expect((await look({ done: 3 })).join()).toContain('of 3 runs that were done it has 1');
});
