/** A thread that makes the statistics of one table: started by `analyse-in-thread.ts` with it, answers once. */
import { parentPort, workerData } from 'node:worker_threads';
import type { TableToAnalyse } from './analyse-in-thread.ts';
import { analyseTable } from './analyse-table.ts';

const { study, table, structure, facts } = workerData as TableToAnalyse;
parentPort?.postMessage(analyseTable(study, table, structure, facts));
