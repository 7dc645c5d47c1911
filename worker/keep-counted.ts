/** Counts the open studies of the namespace now and again, for the figures of a worker. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { Figures } from './figures.ts';

export interface CountKeeping {
  readonly client: Pick<Client, 'workflow'>;
  readonly figures: Pick<Figures, 'studies'>;
  readonly log: Pick<Logger, 'warn'>;
  /** Ends the counting. */
  readonly signal: AbortSignal;
  /** From one count to the next, in milliseconds. */
  readonly everyMs?: number;
}

const openStudies = 'WorkflowType = "studyWorkflow" AND ExecutionStatus = "Running"';

/** Counts until the signal. Never throws: what fails is logged, and tried again. */
export async function keepCounted(keeping: CountKeeping): Promise<void> {
  const { client, figures, log, signal, everyMs = 30_000 } = keeping;
  while (!signal.aborted) {
    try {
      const [open, waiting] = await Promise.all([
        client.workflow.count(openStudies),
        client.workflow.count(`${openStudies} AND StudyState = "Paused"`),
      ]);
      figures.studies({ open: open.count, waiting: waiting.count });
    } catch (error) {
      if (!signal.aborted) log.warn({ error }, 'Could not count the open studies');
    }
    await delay(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
