import { expect, it } from 'vitest';
import { crateFaultsOf } from '../../../activities/archive/crate-faults.ts';
import { openArchive } from '../../../activities/archive/open-archive.ts';
import { serveFinishedJobs } from './finished-jobs.ts';
import { openPasses } from './run-passes.ts';

it('a study whose crate was never written is known as one without', async () => {
  const passes = await openPasses(await serveFinishedJobs());
  const { destination } = await openArchive(passes.dependencies, 'nightly');
  expect(await crateFaultsOf(destination)('beam-1')).toBe('none');
});
