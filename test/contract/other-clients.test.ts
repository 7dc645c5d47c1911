import { afterAll, beforeAll, describe, it } from 'vitest';
import { startLocalPlatform } from './start-local-platform.ts';
import type { LocalPlatform } from './start-local-platform.ts';
import { readTraffic, replay } from './traffic-replay.ts';

describe('a client that others published finds its platform here', () => {
  let platform: LocalPlatform;
  beforeAll(async () => {
    platform = await startLocalPlatform();
  });
  afterAll(() => platform.stop());

  it.each([
    'rescalepy',
    'rescale-examples-doe',
    'rescale-doe-api',
    'python-sdk-doe',
    'js947-rescale-api',
  ])('%s', (name) => replay(readTraffic(name), platform));
});
