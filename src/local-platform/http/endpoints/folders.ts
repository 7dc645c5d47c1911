import { pageOfOutputs, pageOfUploads } from '../../database/file-store.ts';
import { findJob, pageOfJobs } from '../../database/job-store.ts';
import { presentUpload } from '../../present/present-file.ts';
import type { Endpoint, Exchange } from '../endpoint.ts';
import { answerList, answerPage, pageParameters, readPage } from '../page.ts';
import { badRequest, notFound } from '../problem.ts';

/** The two folders of the one user, and the beginning of the id of a job's folder. */
const myLibrary = 'library';
const myJobs = 'jobs';
const jobPrefix = 'job-';

/**
 * Folders as published clients walk them: uploads lie in the library, and each job's outputs in a folder of its own. What needs folders
 * of the user's own, or storage that is written without the platform, is refused with what to do instead.
 */
export const folderEndpoints: readonly Endpoint[] = [
  {
    ...{ method: 'GET', path: '/users/me/folders/', documented: [], scope: 'user' },
    summary: 'The folders of uploads and of jobs',
    handle: () => ({ myJobs, myLibrary }),
  },
  {
    ...{ method: 'GET', path: '/folders/:folderId/contents/', documented: [], scope: 'user' },
    summary: 'What lies in a folder: uploads, jobs, or the outputs of a job',
    parameters: pageParameters,
    handle: answerContents,
  },
  {
    ...{ method: 'GET', path: '/users/me/folders/trash-bin/', documented: [], scope: 'user' },
    summary: 'What was thrown away and can come back: nothing',
    parameters: pageParameters,
    handle: (exchange) => answerList(exchange, []),
  },
  refusal('POST', '/credentials/', 'keys of a storage', [
    'This platform keeps files itself and has no storage to give keys for: upload by',
    'POST /api/v2/files/contents/ and download from the downloadUrl of a file.',
  ]),
  refusal('POST', '/files/', 'a file that was put into a storage', [
    'This platform has no storage of its own that files can be put into: upload by',
    'POST /api/v2/files/contents/.',
  ]),
  refusal('POST', '/folders/:folderId/', 'a further folder', [
    'This platform keeps no further folders: uploads lie in the library, outputs in the folder of',
    'their job.',
  ]),
  refusal('POST', '/folders/:folderId/contents/archive/', 'a trash bin', [
    'This platform has no trash bin: delete a file by DELETE /api/v3/files/{id}/.',
  ]),
];

/** An endpoint that says what to do instead; nothing comes of trying it again. */
function refusal(
  method: Endpoint['method'],
  path: string,
  what: string,
  detail: readonly string[],
): Endpoint {
  return {
    ...{ method, path, documented: [], scope: 'user' },
    summary: `Ask for ${what}: refused, with what to do instead`,
    status: 400,
    handle: () => {
      throw badRequest({ detail: detail.join(' ') });
    },
  };
}

function answerContents(exchange: Exchange): unknown {
  const { context } = exchange;
  const { database } = context;
  const folder = exchange.parameter('folderId');
  const page = readPage(exchange);
  const range = { search: '', offset: page.offset, limit: page.size };
  if (folder === myJobs) {
    const everything = { sql: '1', values: [] };
    const { count, rows } = pageOfJobs(database, everything, page.offset, page.size);
    const results = rows.map((job) => ({
      type: 'folder',
      item: {
        id: `${jobPrefix}${job.id}`,
        name: job.record.name,
        dateInserted: new Date(job.createdAt).toISOString(),
      },
    }));
    return answerPage(exchange, page, count, results);
  }
  const job = findJob(database, folder.startsWith(jobPrefix) ? folder.slice(jobPrefix.length) : '');
  if (folder !== myLibrary && job === undefined) throw notFound();
  const { count, rows } =
    job === undefined
      ? pageOfUploads(database, range)
      : pageOfOutputs(database, job.id, { ...range, run: undefined });
  const results = rows.map((file) => ({ type: 'file', item: presentUpload(context, file) }));
  return answerPage(exchange, page, count, results);
}
