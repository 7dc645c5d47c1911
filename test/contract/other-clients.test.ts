import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLocalPlatform } from './start-local-platform.ts';
import type { LocalPlatform } from './start-local-platform.ts';
import { readTraffic, replay } from './traffic-replay.ts';

const recorded = readdirSync(new URL('./traffic/', import.meta.url))
  .map((file) => file.replace(/\.json$/, ''))
  .sort();

describe('a client that others published finds its platform here', () => {
  let platform: LocalPlatform;
  beforeAll(async () => {
    const catalogue = fileURLToPath(new URL('./clients-catalogue.yaml', import.meta.url));
    platform = await startLocalPlatform(['--catalogue', catalogue]);
  });
  afterAll(() => platform.stop());

  it.each(recorded)('%s', (name) => replay(readTraffic(name), platform));
});

it('the table of clients names each that is replayed, with its version', () => {
  const page = new URL('../../docs/local-platform.md', import.meta.url);
  const rows = readFileSync(page, 'utf8').split('\n');
  const missing = recorded.map(readTraffic).filter(({ client, author, version }) => {
    return !rows.some((row) => [client, author, version].every((word) => row.includes(word)));
  });
  expect(missing.map(({ client, version }) => `${client} ${version}`)).toEqual([]);
});
