import { homedir } from 'node:os';
import { join } from 'node:path';
import { findServer } from '../../src/temporal/server/find-server.ts';

/** The user's cache folder of doeflow, where the Temporal server's executable is kept. */
export const cacheDirectory = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'doeflow',
);

/** Gives back the Temporal server's executable for tests, found as the product finds it. */
export async function findTestServer(): Promise<string> {
  const found = await findServer({
    temporalPath: process.env['DOEFLOW_TEMPORAL_PATH'],
    cacheDirectory,
    env: process.env,
    onProgress: (text) => process.stderr.write(`${text}\n`),
    signal: new AbortController().signal,
  });
  return found.executable;
}
