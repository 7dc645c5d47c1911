import type { Logger } from 'pino';
import { UsageError } from '../src/errors.ts';
import { writeListenAddress, type ListenAddress } from '../src/host/listen-address.ts';
import { createFigures, type Figures } from './figures.ts';
import { DefaultLogger, Runtime, type LogLevel } from '@temporalio/worker';

const levels: Readonly<Record<LogLevel, 'trace' | 'debug' | 'info' | 'warn' | 'error'>> = {
  TRACE: 'trace',
  DEBUG: 'debug',
  INFO: 'info',
  WARN: 'warn',
  ERROR: 'error',
};

/**
 * Sends the SDK's log lines to ours, as JSON, and serves its figures and ours where that is asked for. Signals are ours to hear. Once a process,
 * before any connection.
 * @returns our figures; undefined where none are served
 * @throws UsageError USAGE_LISTEN where nothing can listen there
 */
export function installRuntime(log: Logger, metrics?: ListenAddress): Figures | undefined {
  const logging = { forward: {}, filter: 'WARN' };
  try {
    const runtime = Runtime.install({
      logger: new DefaultLogger('INFO', ({ level, message, meta }) => {
        log[levels[level]](meta ?? {}, message);
      }),
      shutdownSignals: [],
      telemetryOptions:
        metrics === undefined ? { logging } : { logging, metrics: { prometheus: served(metrics) } },
    });
    return metrics === undefined ? undefined : createFigures(runtime.metricMeter);
  } catch (cause) {
    if (metrics === undefined) throw cause;
    throw new UsageError(
      'USAGE_LISTEN',
      `Nothing can listen at ${writeListenAddress(metrics)}: ${(cause as Error).message}`,
      { hint: 'Another process may have the port: give another one with --metrics', cause },
    );
  }
}

/** In Prometheus's own manner: totals by their name, times in seconds. */
function served(address: ListenAddress) {
  return {
    bindAddress: writeListenAddress(address),
    ...{ countersTotalSuffix: true, unitSuffix: true, useSecondsForDurations: true },
  };
}
