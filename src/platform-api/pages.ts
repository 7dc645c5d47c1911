import { NotFoundError, UnexpectedShapeError, type FailedCall } from './errors.ts';
import type { Page } from './schemas/index.ts';
import type { Transport } from './transport/transport.ts';

/** A list with more pages of a hundred rows has no end that anybody means. */
export const mostPages = 10_000;
const mostPasses = 4;

/** A list to be read page by page. */
export interface PagedList<T> {
  readonly path: string;
  /** Asks for page `page` = 1.. by its number; `next` links are never followed. */
  readonly fetchPage: (page: number) => Promise<Page<T>>;
  /** What makes a row the same row on two pages. */
  readonly keyOf: (item: T) => string;
  /** Set where a row that comes late would be a lost result: looks for it some further times. */
  readonly looksLonger: boolean;
}

/**
 * The rows of a list, each once, in the order of the pages. Rows that shift between pages while it is read are neither doubled nor
 * lost: after a pass in which something moved, or with fewer rows than `count`, the list is read again and what is new comes
 * after. What the pages hold decides: a `count` that stays larger is remarked, and waited for no longer.
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
    const before = inThisPass.size;
    for (const key of keys) inThisPass.add(key);
    // A server that ignores the page number, or begins again, would be asked for ever.
    if (page.next == null || inThisPass.size === before) return;
  }
  throw endlessList({ method: 'GET', path: list.path });
}

/** The error for a list that goes on and on. */
export function endlessList(call: FailedCall): UnexpectedShapeError {
  return new UnexpectedShapeError(
    `Expected a list that ends, got one with more than ${mostPages} pages, or of more than a gigabyte`,
    'next',
    false,
    { ...call, hint: 'Ask for less, such as a search of its own, or tell the platform’s support' },
  );
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
