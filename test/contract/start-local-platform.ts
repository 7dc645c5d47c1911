import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { distFolder } from '../kit/dist-folder.ts';

/** A local platform of a test's own. */
export interface LocalPlatform {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly token: string;
  readonly stop: () => Promise<void>;
}

/** Starts the compiled local platform on a free port with an empty data folder, unless `flags` give others. */
export async function startLocalPlatform(
  flags: readonly string[] = [],
  token = 'contract-0123456789',
): Promise<LocalPlatform> {
  const data = await mkdtemp(join(tmpdir(), 'doeflow-contract-'));
  const program = join(distFolder(), 'src', 'local-platform', 'main.js');
  const child = spawn(
    process.execPath,
    [program, '--port', '0', '--data', data, '--speed', '20', ...flags],
    {
      env: { ...process.env, DOEFLOW_PLATFORM_TOKEN: token, DOEFLOW_LEASE: 'stdin' },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  let errors = '';
  child.stderr.on('data', (piece: Buffer) => (errors += piece.toString()));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    void ended.then(() => reject(new Error(`The local platform ended: ${errors}`)));
    createInterface(child.stdout).on('line', (line) => {
      const found = /ready at (\S+)\/$/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  return {
    baseUrl: address,
    token,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      // The runner lives on for some seconds by its lease and still writes there.
      await rm(data, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}
