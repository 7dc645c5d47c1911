import { expect, it } from 'vitest';
import { createPlatformGuard } from '../../../activities/platform-guard.ts';
import { serveFinishedJobs } from './finished-jobs.ts';
import { openPasses } from './run-passes.ts';

it('holds an archive’s activities back while the worker speaks to another platform', async () => {
  const platform = await serveFinishedJobs();
  const { store } = await openPasses(platform);
  const guardAt = (baseUrl: string) =>
    createPlatformGuard({ store, platform: platform.client, baseUrl, token: 't' });
  await guardAt(`${platform.baseUrl}/`).checkArchive('nightly');
  await expect(guardAt('https://elsewhere/').checkArchive('nightly')).rejects.toMatchObject({
    type: 'PLATFORM_DIFFERS',
    nonRetryable: false,
    message: expect.stringMatching(
      /^Archive nightly belongs to http.*speaks to https:\/\/elsewhere\//u,
    ) as string,
  });
});
