/** The rows of a large design table, made by several threads: rows need no others, so each thread plans the study for itself. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Plan, PlanOrigin } from '../study/plan.ts';
import { designSpans, type RowSpan } from './design-rows.ts';

/** Below so many cells a thread takes longer to start than to help. */
const fewestCells = 400_000;

/** Blocks that each thread is asked for ahead of the one that is written: memory stays flat. */
const blocksAhead = 3;

const mostThreads = 8;

/** Texts of numbers die at once: a nursery that fits a core's cache is both smaller and faster than the usual one. */
const resourceLimits = { maxYoungGenerationSizeMb: 2 };

const program = fileURLToPath(new URL('./design-rows-worker.js', import.meta.url));

/** Whether threads would pay. Sources that aren't built have none. */
export function sharesRows(plan: Plan): plan is Plan & { readonly origin: PlanOrigin } {
  return (
    plan.origin !== undefined &&
    plan.runCount * (plan.columns.length + 1) >= fewestCells &&
    availableParallelism() > 1 &&
    existsSync(program)
  );
}

/** All rows in order, the same bytes as those of one thread. */
export async function* sharedDesignRows(
  plan: Plan & { readonly origin: PlanOrigin },
): AsyncGenerator<Uint8Array> {
  const spans = designSpans(plan);
  const size = Math.min(availableParallelism(), mostThreads, spans.length);
  const threads = Array.from({ length: size }, () => startThread(plan.origin));
  const asked: Promise<Uint8Array>[] = [];
  try {
    for (let block = 0; block < spans.length; block += 1) {
      for (; asked.length < Math.min(spans.length, block + blocksAhead * size);) {
        const thread = threads[asked.length % size];
        const span = spans[asked.length];
        if (thread && span) asked.push(thread.make(span));
      }
      const rows = await asked[block];
      delete asked[block];
      if (rows) yield rows;
    }
  } finally {
    await Promise.all(threads.map((thread) => thread.end()));
  }
}

interface Thread {
  readonly make: (span: RowSpan) => Promise<Uint8Array>;
  readonly end: () => Promise<unknown>;
}

function startThread(origin: PlanOrigin): Thread {
  const worker = new Worker(program, { workerData: origin, resourceLimits });
  const waiting: { resolve: (rows: Uint8Array) => void; reject: (error: unknown) => void }[] = [];
  let failure: unknown;
  const fail = (error: unknown): void => {
    failure ??= error;
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  worker.on('message', (rows: Uint8Array) => waiting.shift()?.resolve(rows));
  worker.on('error', fail);
  worker.on('exit', (code) => {
    fail(new Error(`Expected a thread that makes rows to stay, got exit code ${code}`));
  });
  return {
    make: (span) => {
      const rows = new Promise<Uint8Array>((resolve, reject) => {
        if (failure !== undefined) reject(failure);
        else waiting.push({ resolve, reject });
      });
      // Rows that are asked ahead may fail before anybody waits for them.
      rows.catch(() => undefined);
      worker.postMessage(span);
      return rows;
    },
    end: () => worker.terminate(),
  };
}
