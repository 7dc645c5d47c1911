/** What a worker counts beside what Temporal's library counts: shown at the same address, for Prometheus. */
import type { MetricMeter } from '@temporalio/common';
import type { PlatformLogEvent } from '../src/platform-api/index.ts';

/** Hears what happens; counts nothing that names a study, a file or a person. */
export interface Figures {
  platformCall(event: PlatformLogEvent): void;
  runJudged(status: string): void;
  studies(counts: { readonly open: number; readonly waiting: number }): void;
}

/** Figures of one worker process. Names are part of dashboards: never rename one in place. */
export function createFigures(meter: MetricMeter): Figures {
  const requests = meter.createCounter(
    'doeflow_platform_requests',
    '',
    'answers of the platform by method and status; "none" where no answer came',
  );
  const limited = meter.createCounter(
    'doeflow_platform_rate_limited',
    '',
    'answers with status 429, too many requests',
  );
  // Counted from the start: the first of a figure that wasn't there before is no increase to Prometheus, so that nobody would be woken by it.
  limited.add(0);
  const waits = meter.createHistogram(
    'doeflow_platform_turn_wait',
    'float',
    'seconds',
    'waits of requests for their turn under the request limit',
  );
  const judged = meter.createCounter('doeflow_runs_judged', '', 'runs judged, by their status');
  const open = meter.createGauge('doeflow_studies_open', 'int', '', 'studies that are open');
  const waiting = meter.createGauge(
    'doeflow_studies_waiting',
    'int',
    '',
    'open studies that wait for a person, as they are paused',
  );
  return {
    platformCall({ event, method, status, waitMs }) {
      if (event === 'throttled' && waitMs !== undefined) waits.record(waitMs / 1000);
      if (event !== 'answered' && event !== 'unanswered') return;
      requests.add(1, { method, status: String(status ?? 'none') });
      if (status === 429) limited.add(1);
    },
    runJudged: (status) => judged.add(1, { status }),
    studies(counts) {
      open.set(counts.open);
      waiting.set(counts.waiting);
    },
  };
}
