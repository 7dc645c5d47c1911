import { listResource, pagedList } from '../list-resource.ts';
import { NotFoundError } from '../errors.ts';
import { collect } from '../pages.ts';
import type { PagedList } from '../pages.ts';
import type { CallOptions } from '../call-options.ts';
import type { JobListOptions } from '../platform-client.ts';
import { jobListItemSchema } from '../schemas/index.ts';
import type { JobListItem } from '../schemas/index.ts';
import { normaliseStatus, statusFilterWord } from '../status-words.ts';
import type { Transport } from '../transport/transport.ts';

const path = '/api/v2/jobs/';

/** Rows of the list of jobs. A status filter is checked again here: platforms are known to take it and ignore it. */
export async function* listJobs(
  transport: Transport,
  options: JobListOptions = {},
): AsyncGenerator<JobListItem, void, undefined> {
  const { q, state, jobStatus, f } = options;
  const filter = jobStatus === undefined ? undefined : statusFilterWord(jobStatus);
  const rows = listResource(
    transport,
    { ...list, query: { q, state, f, job_status: filter } },
    options,
  );
  let warned = false;
  for await (const row of rows) {
    if (filter === undefined || row.jobStatus == null || matches(row, filter)) {
      yield row;
    } else if (!warned) {
      warned = true;
      transport.log({ level: 'warn', event: 'status-filter-ignored', method: 'GET', path });
    }
  }
}

/** Newest rows first, from the end of the list where they are: its order isn't documented. */
export async function listNewest(
  transport: Transport,
  { pages = 2, pageSize = 100, signal }: CallOptions & { pages?: number; pageSize?: number } = {},
): Promise<readonly JobListItem[]> {
  const paged = pagedList(transport, list, { pageSize, signal });
  const first = await paged.fetchPage(1);
  const rows = new Map(first.results.map((row) => [row.id, row]));
  if (first.next != null) {
    const last = Math.ceil((first.count ?? 0) / Math.max(1, first.results.length));
    const ascending = dateOf(first.results[0]) < dateOf(first.results.at(-1));
    const rowsOf = createPageReader(paged);
    const to = ascending ? await lastPage(rowsOf, last) : Math.min(last, pages);
    const from = ascending ? Math.max(2, to - pages + 1) : 2;
    for (let number = from; number <= to; number += 1) {
      for (const row of await rowsOf(number)) rows.set(row.id, row);
    }
  }
  return [...rows.values()].sort((a, b) => dateOf(b) - dateOf(a));
}

/** The last page that has rows, of pages 1 to `last`: a list may announce more than it has. */
async function lastPage(rowsOf: PageReader, last: number): Promise<number> {
  let withRows = 1;
  let beyond = last + 1;
  for (let number = last; beyond - withRows > 1; number = Math.floor((withRows + beyond) / 2)) {
    if ((await rowsOf(number)).length > 0) withRows = number;
    else beyond = number;
  }
  return withRows;
}

type PageReader = (number: number) => Promise<readonly JobListItem[]>;

/** Reads the rows of a page, none past the end; each page is asked for once. */
function createPageReader(paged: PagedList<JobListItem>): PageReader {
  const known = new Map<number, readonly JobListItem[]>();
  const read = async (number: number): Promise<readonly JobListItem[]> => {
    try {
      return (await paged.fetchPage(number)).results;
    } catch (error) {
      if (error instanceof NotFoundError) return [];
      throw error;
    }
  };
  return async (number) => {
    const rows = known.get(number) ?? (await read(number));
    known.set(number, rows);
    return rows;
  };
}

/** Jobs with exactly this name, oldest first. A word alone is searched, as searches differ in what they do with more. */
export async function findByExactName(
  transport: Transport,
  word: string,
  name: string,
  { newestPages, signal }: CallOptions & { newestPages?: number } = {},
): Promise<readonly JobListItem[]> {
  const found = await collect(listJobs(transport, { q: word, signal }));
  const newest = await listNewest(transport, {
    signal,
    ...(newestPages === undefined ? {} : { pages: newestPages }),
  });
  const named = [...found, ...newest].filter((row) => row.name === name);
  const byId = new Map(named.map((row) => [row.id, row]));
  return [...byId.values()].sort((a, b) => dateOf(a) - dateOf(b));
}

const list = {
  path,
  item: jobListItemSchema,
  keyOf: (job: { readonly id: string }) => job.id,
};

function matches(row: JobListItem, filterWord: string): boolean {
  return statusFilterWord(normaliseStatus(row.jobStatus?.content ?? '')) === filterWord;
}

/** Epoch milliseconds; 0 where there is no date. */
function dateOf(row: JobListItem | undefined): number {
  const date = Date.parse(row?.dateInserted ?? '');
  return Number.isNaN(date) ? 0 : date;
}
