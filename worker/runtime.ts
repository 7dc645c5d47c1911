import type { Logger } from 'pino';
import { DefaultLogger, Runtime, type LogLevel } from '@temporalio/worker';

const levels: Readonly<Record<LogLevel, 'trace' | 'debug' | 'info' | 'warn' | 'error'>> = {
  TRACE: 'trace',
  DEBUG: 'debug',
  INFO: 'info',
  WARN: 'warn',
  ERROR: 'error',
};

/** Sends the SDK's log lines to ours, as JSON. Once a process, before any connection. */
export function installRuntime(log: Logger): void {
  Runtime.install({
    logger: new DefaultLogger('INFO', ({ level, message, meta }) => {
      log[levels[level]](meta ?? {}, message);
    }),
    telemetryOptions: { logging: { forward: {}, filter: 'WARN' } },
  });
}
