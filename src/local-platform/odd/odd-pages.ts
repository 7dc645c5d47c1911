/** Pages of lists that move, lag or miscount while they are read. */
import type { Draws } from './draws.ts';

/** One page in the platform's envelope. */
export interface Page {
  readonly count: number;
  readonly next: string | null;
  readonly results: readonly unknown[];
}

/** Whether a body is a page of a list. */
export function isPage(body: unknown): body is Page {
  return typeof body === 'object' && body !== null && Array.isArray((body as Page).results);
}

/** What earlier answers showed of lists. */
export interface ShownLists {
  /** By the list and the page: what was last on it, whether it must come first on the next, and how many rows a page has. */
  readonly lastRows: Map<
    string,
    { readonly row: unknown; readonly isPushed: boolean; readonly size: number }
  >;
  /** By the list's path: its length, also where a row of it was held back once. */
  readonly counts: Map<string, number>;
}

const mostRemembered = 1000;

/**
 * A page of a list that moves while it is read.
 * @param list the list's address without its page
 * @param page the page's number
 * @param shown by earlier pages; this page's is added
 */
export function oddPage(
  body: Page,
  { list, page }: { readonly list: string; readonly page: number },
  shown: ShownLists,
  draws: Draws,
): Page {
  const { lastRows } = shown;
  const last = lastRows.get(`${list} ${page - 1}`);
  if (lastRows.size >= mostRemembered) lastRows.clear();
  const late = page === 1 ? lag(body, list.split('?')[0] ?? '', shown, draws) : undefined;
  if (late !== undefined) return late;
  const isPushed = last !== undefined && (last.isPushed || draws.below('pushed', 0.2));
  const results = isPushed ? [last.row, ...body.results] : pull(body, last !== undefined, draws);
  // No page has more than was asked for: what it has no room for comes first on the next.
  const size = last?.size ?? body.results.length;
  const hasRoom = results.length <= size;
  if (body.results.length > 0) {
    lastRows.set(`${list} ${page}`, { row: body.results.at(-1), isPushed: !hasRoom, size });
  }
  const shifted = { ...body, results: hasRoom ? results : results.slice(0, -1) };
  if (!draws.below('count', 0.1)) return shifted;
  return { ...shifted, count: shifted.count + draws.oneOf('count by', [1, 2, 7]) };
}

/** What is new in a list of one page isn't there at the first look that could show it; undefined for a list that is shown as it is. */
function lag(body: Page, path: string, { counts }: ShownLists, draws: Draws): Page | undefined {
  const { results, count, next } = body;
  const newestLast = /\/jobs\/[^/]+\/(?:runs\/(?:[^/]+\/files\/)?|files\/)$/u.test(path);
  const before = counts.get(path);
  const newest = newestLast ? results.at(-1) : results[0];
  const hasGrown = before === undefined ? isNew(newest) : count > before;
  if (counts.size >= mostRemembered) counts.clear();
  counts.set(path, count);
  // Others than these never grow.
  const grows = /\/(?:jobs|files|clusters|runs|statuses)\/$/u.test(path);
  if (!grows || !hasGrown || next !== null || !draws.below('lag', 0.2)) return undefined;
  return {
    ...{ ...body, count: count - 1 },
    results: newestLast ? results.slice(0, -1) : results.slice(1),
  };
}

/** Rows that went since the page before was read pull one of this page onto it. */
function pull({ results }: Page, isFurther: boolean, draws: Draws): readonly unknown[] {
  return isFurther && draws.below('pulled', 0.1) ? results.slice(1) : results;
}

/** So long a row is new, for one who hasn't looked before. */
const newForMs = 10_000;

function isNew(row: unknown): boolean {
  const dates = Object.values(row ?? {}).map((value) => Date.parse(String(value)));
  return dates.some((date) => Date.now() - date < newForMs);
}
