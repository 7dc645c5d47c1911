/** Whether a study's workflow is answered for just now. */
import { QueryNotRegisteredError } from '@temporalio/client';
import { isOutage, outage, workerOutage } from '../../look/look-at-study.ts';
import { troublesOfWorkflow } from '../../look/read-troubles.ts';
import { noWorkerCode, type Trouble } from '../../run/trouble.ts';
import { progressName } from '../../temporal/names.ts';
import type { Engine } from '../engine/open-engine.ts';
import type { OpenStudy } from './open-study.ts';

/** Nobody answers. */
export interface Silence {
  /** Begins "… answers": `No worker`. */
  readonly who: string;
  /** What the last try said. */
  readonly why: string;
  /** Without a full stop. */
  readonly whatToDo: string;
}

/** Longest wait for one answer: what is silent is told within seconds. */
const patienceMs = 3_000;

/** Undefined where it is answered for, or has ended: whoever asked it for something hears that. */
export async function readSilence(
  engine: Engine,
  { handle }: { readonly handle: Pick<OpenStudy['handle'], 'query' | 'describe'> },
): Promise<Silence | undefined> {
  const inTime = <T>(ask: () => Promise<T>): Promise<T> =>
    engine.temporalClient.withDeadline(Date.now() + patienceMs, ask);
  const now = engine.now();
  try {
    await inTime(() => handle.query(progressName));
    return undefined;
  } catch (error) {
    if (error instanceof QueryNotRegisteredError || !isOutage(error)) return undefined;
    try {
      const described = await inTime(() => handle.describe());
      if (described.status.name !== 'RUNNING') return undefined;
      return silenceOf(
        troublesOfWorkflow(described, now)[0] ?? (await workerOutage(error, engine, now)),
      );
    } catch (noAnswer) {
      return isOutage(noAnswer) ? silenceOf(outage(noAnswer, engine, now)) : undefined;
    }
  }
}

function silenceOf({ code, lastError, whatToDo }: Trouble): Silence {
  const isWorker = code === noWorkerCode || code === 'WORKFLOW_STUCK';
  return {
    who: isWorker ? 'No worker' : 'Nobody',
    why: lastError,
    whatToDo: whatToDo.replace(/\.$/u, ''),
  };
}
