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
  /** By the list and the page: what was last on it. */
  readonly lastRows: Map<string, unknown>;
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
  if (body.results.length > 0) lastRows.set(`${list} ${page}`, body.results.at(-1));
  const late = page === 1 ? lag(body, list.split('?')[0] ?? '', shown, draws) : undefined;
  if (late !== undefined) return late;
  const shifted = shift(body, page === 1 ? undefined : last, draws);
  if (!draws.below('count', 0.1)) return shifted;
  return { ...shifted, count: shifted.count + draws.oneOf('count by', [1, 2, 7]) };
}

/** What is new in a list of one page isn't there at the first look that could show it; undefined for a list that is shown as it is. */
function lag(body: Page, path: string, { counts }: ShownLists, draws: Draws): Page | undefined {
  const { results, count, next } = body;
  const hasGrown = count > (counts.get(path) ?? 0);
  if (counts.size >= mostRemembered) counts.clear();
  counts.set(path, count);
  // Others than these never grow.
  const grows = /\/(?:jobs|files|clusters|runs|statuses)\/$/u.test(path);
  if (!grows || !hasGrown || next !== null || !draws.below('lag', 0.2)) return undefined;
  const newestLast = /\/jobs\/[^/]+\/(?:runs\/(?:[^/]+\/files\/)?|files\/)$/u.test(path);
  return {
    ...{ ...body, count: count - 1 },
    results: newestLast ? results.slice(0, -1) : results.slice(1),
  };
}

/** Rows that came before the page since the one before it was read push that one's last row onto it; rows that went pull one away. */
function shift(body: Page, last: unknown, draws: Draws): Page {
  if (last === undefined) return body;
  if (draws.below('pushed', 0.2)) return { ...body, results: [last, ...body.results] };
  if (draws.below('pulled', 0.1)) return { ...body, results: body.results.slice(1) };
  return body;
}
