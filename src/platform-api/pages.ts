import { NotFoundError } from './errors.ts';
import { ListBounds } from './list-bounds.ts';
import type { Page } from './schemas/index.ts';
import type { Transport } from './transport/transport.ts';

const mostPasses = 4;

/** A page, and how many bytes it had. */
export interface SizedPage<T> extends Page<T> {
  readonly bytes: number;
}

/** A list to be read page by page. */
export interface PagedList<T> {
  readonly path: string;
  /** Asks for page `page` = 1.. by its number; `next` links are never followed. */
  readonly fetchPage: (page: number) => Promise<SizedPage<T>>;
  /** What makes a row the same row on two pages. */
  readonly keyOf: (item: T) => string;
  /** Set where a row that comes late would be a lost result: looks for it some further times. */
  readonly looksLonger: boolean;
}

/**
 * The rows of a list, each once, in the order of the pages. Rows that shift between pages while it is read are neither doubled nor
 * lost: after a pass in which something moved, or with fewer rows than `count`, the list is read again and what is new comes
 * after. What the pages hold decides: a `count` that stays larger is remarked, and waited for no longer.
 * @throws UnexpectedShapeError for a list without an end: it is never taken for whole
 */
export async function* readPages<T>(
  transport: Transport,
  list: PagedList<T>,
  signal?: AbortSignal,
): AsyncGenerator<T, void, undefined> {
  const seen = new Set<string>();
  const subject = `GET ${withoutIds(list.path)}`;
  const furtherPasses = list.looksLonger && transport.remarks.about(subject) === undefined;
  for (let pass = 1; ; pass += 1) {
    const before = seen.size;
    const end: PassEnd = { moved: false, count: undefined };
    yield* readOnce(list, seen, end, pass === 1);
    const { count, moved } = end;
    const enough = count === undefined || seen.size >= count;
    if (enough && (!moved || pass > 1)) return;
    if (pass < mostPasses && (pass === 1 || furtherPasses || seen.size > before)) {
      await transport.clock.sleep(delayBefore(transport, pass), signal);
      continue;
    }
    const detail = `The list says \`count\` ${count}, but ${pass} passes gave ${seen.size} rows`;
    transport.log({
      level: 'warn',
      event: 'count-differs',
      method: 'GET',
      path: list.path,
      detail,
    });
    if (!enough)
      transport.remarks.add(
        subject,
        `The list ${subject} says that it has more rows than its pages hold; what they hold is used`,
      );
    return;
  }
}

/** The wait before the pass after `pass`. */
function delayBefore({ readRetryDelaysMs }: Transport, pass: number): number {
  return readRetryDelaysMs[pass - 1] ?? readRetryDelaysMs.at(-1) ?? 0;
}

/** One address for all objects: a remark is about a list of the platform, not of one job. */
function withoutIds(path: string): string {
  return path.replaceAll(/(?<=\/(?:jobs|runs|files|clusters)\/)[^/]+(?=\/)/g, '…');
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
  const inThisPass = new Set<string>();
  const bounds = new ListBounds({ method: 'GET', path: list.path });
  for (let number = 1; ; number += 1) {
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
    const before = inThisPass.size;
    for (const key of keys) inThisPass.add(key);
    const added = inThisPass.size - before;
    if (page.next == null || (added === 0 && inThisPass.size >= (count ?? Infinity))) return;
    bounds.take({ bytes: page.bytes, added });
  }
}

/** Undefined past the end: rows went away since the page before. */
async function fetchOrEnd<T>(
  list: PagedList<T>,
  number: number,
): Promise<SizedPage<T> | undefined> {
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
