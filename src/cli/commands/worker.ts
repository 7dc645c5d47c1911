import { Option } from 'commander';
import { StorageError, UsageError } from '../../errors.ts';
import { requireTakenOver } from '../../host/backup/restored-mark.ts';
import { requireToken } from '../../host/settings/platform-settings.ts';
import { logLevels, workerQueues, type WorkerOrder } from '../../host/worker-order.ts';
import { readSettings } from '../engine/read-settings.ts';
import type { ListenAddress } from '../../host/listen-address.ts';
import { parseDurationOrNone, parseListen, parseSlots } from '../parse-arguments.ts';
import type { DefineVerb } from '../define-verb.ts';

interface WorkerOptions {
  readonly queues: WorkerOrder['queues'];
  readonly transferSlots: number;
  readonly drain: number;
  readonly logLevel: WorkerOrder['logLevel'];
  readonly metrics?: ListenAddress;
  readonly health?: ListenAddress;
}

/** `doeflow worker`: this process becomes one worker for the configured Temporal cluster and platform. */
export const verb: DefineVerb = (command, context) => {
  command
    .addOption(
      new Option(
        '--queues <which>',
        'serve all task queues, that of workflows and control calls alone, or that of whole files alone',
      )
        .choices(workerQueues)
        .default('all'),
    )
    .option(
      '--transfer-slots <n>',
      'whole files that are up- or downloaded at a time',
      parseSlots,
      4,
    )
    .addOption(
      new Option(
        '--drain <duration>',
        'after SIGTERM, how long activities may go on before they are handed back to other workers; 0: not at all',
      )
        .argParser(parseDurationOrNone)
        .default(10_000, '10s'),
    )
    .addOption(
      new Option('--log-level <level>', 'least level of what is logged, as JSON lines')
        .choices(logLevels)
        .default('info'),
    )
    .option(
      '--metrics <[address:]port>',
      'serve figures for Prometheus there; without an address to this machine alone',
      parseListen,
    )
    .option(
      '--health <[address:]port>',
      'answer /live and /ready there; without an address to this machine alone',
      parseListen,
    )
    .action(async ({ drain, ...options }: WorkerOptions) => {
      const settings = readSettings(context);
      if (settings.temporal === 'embedded' || settings.platform === 'embedded') {
        throw new UsageError(
          'USAGE_WORKER_EMBEDDED',
          'A worker needs the address of a Temporal server and of a platform; the embedded default has its own worker',
          { hint: 'Set TEMPORAL_ADDRESS and DOEFLOW_PLATFORM_URL, or use doeflow dev' },
        );
      }
      requireToken(settings.platform);
      requireTakenOver(settings.home);
      // In this very process: whoever ends that, in whatever way, has ended the worker. It listens to signals itself.
      const { runWorker } = await context.loadWorker();
      process.umask(0o077);
      const order = { ...options, settings, env: context.env, drainMs: drain };
      const running = runWorker(order);
      // Once the worker listens: what came while its program was loaded would be lost between the two.
      context.interrupt.close();
      context.end(await running.catch((error: unknown) => Promise.reject(ownError(error))));
    });
};

/** The worker's program has classes of its own: what it says of an error is told as ours. */
function ownError(error: unknown): unknown {
  const { code, message, hint, exitCode } = error as Partial<UsageError>;
  if (code?.startsWith('STORAGE_') === true) {
    const said = { cause: error, ...(hint === undefined ? {} : { hint }) };
    return new StorageError(code as 'STORAGE_REFUSED', message ?? code, said);
  }
  if (code?.startsWith('USAGE_') !== true || exitCode === undefined) return error;
  const told = { exitCode, cause: error, ...(hint === undefined ? {} : { hint }) };
  return new UsageError(code as `USAGE_${string}`, message ?? code, told);
}
