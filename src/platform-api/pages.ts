import { NotFoundError, UnexpectedShapeError } from './errors.ts';
import type { Page } from './schemas/index.ts';
import type { Transport } from './transport/transport.ts';

const mostPages = 10_000;
const mostPasses = 4;

/** A list to be read page by page. */
export interface PagedList<T> {
  readonly path: string;
  /** Asks for page `page` = 1.. by its number; `next` links are never followed. */
  readonly fetchPage: (page: number) => Promise<Page<T>>;
  /** What makes a row the same row on two pages. */
  readonly keyOf: (item: T) => string;
  /** `throw` where a missing row would be a lost result. */
  readonly whenRowsAreMissing: 'throw' | 'log';
}

/**
 * The rows of a list, each once, in the order of the pages. Rows that shift between pages while it is read are neither doubled nor
 * lost: after a pass in which something moved, or with fewer rows than `count`, the list is read again and what is new comes
 * after.
 * @throws UnexpectedShapeError when rows stay missing and the list says `throw`
 */
export async function* readPages<T>(
  transport: Transport,
  list: PagedList<T>,
  signal?: AbortSignal,
): AsyncGenerator<T, void, undefined> {
  const seen = new Set<string>();
  for (let pass = 1; ; pass += 1) {
    const before = seen.size;
    const end: PassEnd = { moved: false, count: undefined };
    yield* readOnce(list, seen, end, pass === 1);
    const { count, moved } = end;
    const enough = count === undefined || seen.size >= count;
    if (enough && (!moved || pass > 1)) return;
    if (pass < mostPasses && (pass === 1 || seen.size > before)) {
      await transport.clock.sleep(transport.readRetryDelaysMs[pass - 1] ?? 0, signal);
      continue;
    }
    const detail = `The list says \`count\` ${count}, but ${pass} passes gave ${seen.size} rows`;
    const call = { method: 'GET', path: list.path };
    if (list.whenRowsAreMissing === 'throw')
      throw new UnexpectedShapeError(detail, 'count', true, call);
    transport.log({ level: 'warn', event: 'count-differs', ...call, detail });
    return;
  }
}

interface PassEnd {
  /** The count changed, or a row came twice. */
  moved: boolean;
  count: number | undefined;
}

async function* readOnce<T>(
  list: PagedList<T>,
  seen: Set<string>,
  end: PassEnd,
  firstPass: boolean,
): AsyncGenerator<T, void, undefined> {
  let previousKeys = '';
  for (let number = 1; number <= mostPages; number += 1) {
    const page = await fetchOrEnd(list, number);
    if (page === undefined) return;
    const count = page.count ?? undefined;
    if (end.count !== undefined && count !== end.count) end.moved = true;
    end.count = count;
    const keys = page.results.map(list.keyOf);
    for (const [index, item] of page.results.entries()) {
      const key = keys[index] ?? '';
      if (!seen.has(key)) {
        seen.add(key);
        yield item;
      } else if (firstPass) end.moved = true;
    }
    const joined = keys.join('\n');
    // A server that ignores the page number would be asked for ever.
    if (page.next == null || keys.length === 0 || joined === previousKeys) return;
    previousKeys = joined;
  }
}

/** Undefined past the end: rows went away since the page before. */
async function fetchOrEnd<T>(list: PagedList<T>, number: number): Promise<Page<T> | undefined> {
  try {
    return await list.fetchPage(number);
  } catch (error) {
    if (number > 1 && error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** All rows of a list at once. */
export async function collect<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const row of rows) all.push(row);
  return all;
}
