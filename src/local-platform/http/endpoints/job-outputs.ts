import { fileSchema, jobRunSchema } from '../../../platform-api/schemas/index.ts';
import { pageOfOutputs } from '../../database/file-store.ts';
import { findRun, pageOfRuns, type RunRow } from '../../database/run-store.ts';
import { presentFile } from '../../present/present-file.ts';
import { presentRun } from '../../present/present-run.ts';
import { EndpointAnswer, type Endpoint, type Exchange } from '../endpoint.ts';
import { jobOf } from '../job-of.ts';
import { answerPage, pageParameters, readPage } from '../page.ts';
import { notFound } from '../problem.ts';

/** What a job's runs left: output files and, beyond the document, the runs themselves. */
export const jobOutputEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/jobs/:jobId/files/',
    documented: [2],
    scope: 'jobs-usage',
    summary: "A job's output files in the order in which they were saved",
    parameters: { ...pageParameters, search: 'Only files whose path contains this.' },
    response: fileSchema,
    handle: (exchange) => answerOutputs(exchange, undefined),
  },
  {
    method: 'GET',
    path: '/jobs/:jobId/runs/',
    documented: [],
    scope: 'runs-usage',
    summary: "A job's runs in their order",
    parameters: pageParameters,
    response: jobRunSchema,
    handle: (exchange) => {
      const { database } = exchange.context;
      const job = jobOf(exchange);
      const page = readPage(exchange, 'runs');
      const { count, rows } = pageOfRuns(database, job.id, job.runsMade, page.offset, page.size);
      return answerPage(exchange, page, count, rows.map(presentRun));
    },
  },
  {
    method: 'GET',
    path: '/jobs/:jobId/runs/:run/',
    documented: [],
    scope: 'runs-usage',
    summary: 'One run of a job',
    response: jobRunSchema,
    handle: (exchange) => presentRun(runOf(exchange)),
  },
  {
    method: 'GET',
    path: '/jobs/:jobId/runs/:run/files/',
    documented: [],
    scope: 'runs-usage',
    summary: "A run's output files",
    parameters: { ...pageParameters, search: 'Only files whose path contains this.' },
    response: fileSchema,
    handle: (exchange) => answerOutputs(exchange, runOf(exchange).run),
  },
  {
    method: 'POST',
    path: '/jobs/:jobId/runs/:run/stop/',
    documented: [],
    scope: 'runs-usage',
    summary: 'End one run; its outputs are saved',
    handle: (exchange) => {
      exchange.context.scheduler.stopRun(jobOf(exchange).id, runOf(exchange).run);
      return new EndpointAnswer(200, {});
    },
  },
];

/** The run named in the path. @throws Problem 404. */
export function runOf(exchange: Exchange): RunRow {
  const number = exchange.parameter('run');
  const run = /^\d{1,9}$/.test(number)
    ? findRun(exchange.context.database, jobOf(exchange).id, Number(number))
    : undefined;
  if (run === undefined) throw notFound();
  return run;
}

function answerOutputs(exchange: Exchange, run: number | undefined): unknown {
  const { context } = exchange;
  const job = jobOf(exchange);
  const page = readPage(exchange);
  const { count, rows } = pageOfOutputs(context.database, job.id, {
    search: exchange.query('search') ?? '',
    run,
    offset: page.offset,
    limit: page.size,
  });
  const results = rows.map((file) => presentFile(context, file));
  return answerPage(exchange, page, count, results);
}
