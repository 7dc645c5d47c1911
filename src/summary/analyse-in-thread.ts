import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { AnalysedStudy, StudyStructure, StudyTable } from '../analysis/index.ts';
import type { FindingFacts } from '../study/finding-values.ts';
import { analyseTable } from './analyse-table.ts';

/** What the thread is given. */
export interface TableToAnalyse {
  readonly study: AnalysedStudy;
  readonly table: StudyTable;
  readonly structure?: StudyStructure | undefined;
  readonly facts?: FindingFacts | undefined;
}

/** Below so many cells a thread takes longer to start than the statistics. */
const fewestCells = 2000;

const program = fileURLToPath(new URL('./analyse-table-worker.js', import.meta.url));

/**
 * {@link analyseTable} without blocking this process: a large table takes seconds. Sources that aren't built do it here.
 */
export async function analyseInThread(
  input: TableToAnalyse,
): Promise<ReturnType<typeof analyseTable>> {
  const { study, table, structure, facts } = input;
  const cells = table.accepted.length * table.columns.length;
  if (cells < fewestCells || !existsSync(program))
    return analyseTable(study, table, structure, facts);
  const worker = new Worker(program, { workerData: input });
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => {
        reject(
          new Error(
            `The thread that computes the statistics ended with code ${code} before it gave a result`,
          ),
        );
      });
    });
  } finally {
    await worker.terminate();
  }
}
