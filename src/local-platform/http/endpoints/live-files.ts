import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { jobFolder, runFolder } from '../../job-folder.ts';
import { isSafePath, openRealFile } from '../../../files/index.ts';
import { EndpointAnswer, type Endpoint, type Exchange } from '../endpoint.ts';
import { jobOf } from '../job-of.ts';
import { notFound } from '../problem.ts';
import { runOf } from './job-outputs.ts';

/** Files of a run while it executes; afterwards its saved outputs are the place to look. */
export const liveFileEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/jobs/:jobId/runs/:run/directory-contents/',
    documented: [],
    scope: 'runs-usage',
    summary: "The files in a running run's work directory, a bare array",
    handle: async (exchange) => {
      const { work } = liveFolder(exchange);
      const address = `/api/v2/jobs/${exchange.parameter('jobId')}/runs/${exchange.parameter('run')}`;
      return (await filesBelow(work)).map((path) => ({
        path,
        resource: `${address}/tail/${path.split('/').map(encodeURIComponent).join('/')}`,
      }));
    },
  },
  {
    method: 'GET',
    path: '/jobs/:jobId/runs/:run/tail/*',
    documented: [],
    scope: 'runs-usage',
    summary: "The end of one of a running run's files",
    parameters: { lines: 'As many lines from the end, as JSON; without it the raw bytes.' },
    handle: tail,
  },
];

/** Most files that are listed, and most bytes that are sent. */
const mostFiles = 10_000;
const mostBytes = 4_000_000;

/** The folder of a run that executes now. @throws Problem 404 for any other. */
function liveFolder(exchange: Exchange): { readonly work: string } {
  const job = jobOf(exchange);
  const run = runOf(exchange);
  if (run.startedAt === null || run.endedAt !== null) {
    throw notFound('The run is not running.');
  }
  return runFolder(jobFolder(exchange.context.dataFolder, job.id), run.run);
}

async function filesBelow(work: string): Promise<readonly string[]> {
  const found: string[] = [];
  const visit = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (found.length >= mostFiles) return;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) await visit(path);
      else if (entry.isFile()) found.push(relative(work, path));
    }
  };
  await visit(work);
  return found.sort();
}

async function tail(exchange: Exchange): Promise<unknown> {
  const { work } = liveFolder(exchange);
  const asked = exchange.parameter('*').replace(/\/$/, '');
  if (!isSafePath(asked)) throw notFound();
  const file = await openRealFile(await insideOf(work, asked));
  if (file === undefined) throw notFound();
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - mostBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    const bytes = buffer.subarray(0, bytesRead);
    const lines = Number(exchange.query('lines'));
    if (!(lines > 0))
      return new EndpointAnswer(200, bytes, { 'content-type': 'application/octet-stream' });
    const all = bytes.toString('utf8').split('\n');
    if (all.at(-1) === '') all.pop();
    return { fileType: 'text', lines: all.slice(-Math.min(lines, 100_000)) };
  } finally {
    await file.close();
  }
}

/** The real path of a file inside a folder. @throws Problem 404 when it isn't there or a link leads out. */
async function insideOf(folder: string, path: string): Promise<string> {
  let real: string;
  try {
    real = await realpath(join(folder, path));
  } catch (error) {
    if (
      ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(
        (error as NodeJS.ErrnoException).code ?? '',
      )
    ) {
      throw notFound();
    }
    throw error;
  }
  const isInside = real.startsWith(`${await realpath(folder)}/`);
  if (!isInside || !(await stat(real)).isFile()) throw notFound();
  return real;
}
