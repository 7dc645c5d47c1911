/**
 * The worker as a program of a supervisor, which prints one line when it polls, and ends gently on a signal or when its lease (the stdin of the
 * supervisor) ends; and, for `doeflow worker`, what a process becomes a worker by.
 */
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { takeSecret } from '../src/files/index.ts';
import { resolveSettings } from '../src/host/settings.ts';
import { shortDrainMs } from '../src/host/worker-order.ts';
import { openLease } from './lease.ts';
import { runWorker } from './run-worker.ts';
import { defaultTransferSlots } from './worker-options.ts';

export { runWorker };

async function main(): Promise<0 | 1> {
  process.umask(0o077);
  // From the first moment on: who started us may be gone before we poll.
  const lease = openLease(process.env['DOEFLOW_LEASE'], () => process.exit(0));
  const given = takeSecret(process.env);
  const env = { ...process.env, ...(given === undefined ? {} : { DOEFLOW_PLATFORM_TOKEN: given }) };
  const settings = resolveSettings({ flags: {}, env, cwd: process.cwd() });
  return runWorker({
    ...{ settings, env, queues: 'all', logLevel: 'info', drainMs: shortDrainMs },
    transferSlots: defaultTransferSlots,
    ...(process.env['DOEFLOW_LEASE'] === undefined ? {} : { embedded: lease }),
  });
}

/** Whether Node was started with this file. */
function isProgram(): boolean {
  const [, started = ''] = process.argv;
  return started !== '' && realpathSync(started) === fileURLToPath(import.meta.url);
}

if (isProgram()) {
  main().then(
    (code) => process.exit(code),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exit(1);
    },
  );
}
