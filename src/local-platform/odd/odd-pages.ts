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

/** What was last on a list's pages, by the list and the page. */
export type LastRows = Map<string, unknown>;

const mostRemembered = 1000;

/**
 * A page of a list that moves while it is read.
 * @param list the list's address without its page
 * @param page the page's number
 * @param lastRows of earlier pages; this page's is added
 */
export function oddPage(
  body: Page,
  { list, page }: { readonly list: string; readonly page: number },
  lastRows: LastRows,
  draws: Draws,
): Page {
  const last = lastRows.get(`${list} ${page - 1}`);
  if (lastRows.size >= mostRemembered) lastRows.clear();
  if (body.results.length > 0) lastRows.set(`${list} ${page}`, body.results.at(-1));
  const shifted = shift(body, page === 1 ? undefined : last, draws);
  if (draws.below('lag', 0.05) && page === 1 && shifted.results.length > 1) {
    return { ...shifted, count: shifted.count - 1, results: shifted.results.slice(1) };
  }
  if (!draws.below('count', 0.1)) return shifted;
  return { ...shifted, count: shifted.count + draws.oneOf('count by', [1, 2, 7]) };
}

/** Rows that came before the page since the one before it was read push that one's last row onto it; rows that went pull one away. */
function shift(body: Page, last: unknown, draws: Draws): Page {
  if (last === undefined) return body;
  if (draws.below('pushed', 0.2)) return { ...body, results: [last, ...body.results] };
  if (draws.below('pulled', 0.1)) return { ...body, results: body.results.slice(1) };
  return body;
}
