import { afterAll, expect, it } from 'vitest';
import {
  keepJobHours,
  keepOutcomes,
  keepPlatformJob,
  layout,
  openStore,
  readJobsBegun,
} from '../../src/store/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder(afterAll);

it('tells jobs that were begun, by any record of them, from those whose outcomes are whole', async () => {
  const study = (await openStore(folder)).study('beam-1');
  expect(await readJobsBegun(study)).toEqual({ begun: [], ended: [] });
  const runs = [{ run: 1, attempt: 2, spent: {} }];
  await study.create(layout.retryChoice(12), { runs });
  for (const jobNumber of [2, 3, 10]) await keepPlatformJob(study, jobNumber, `id${jobNumber}`);
  await keepJobHours(study, 3, 1);
  await keepOutcomes(study, 3, []);
  await keepOutcomes(study, 1, []);
  expect(await readJobsBegun(study)).toEqual({ begun: [2, 10, 12], ended: [1, 3] });
});
