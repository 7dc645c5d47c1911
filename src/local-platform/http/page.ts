import type { Endpoint, Exchange } from './endpoint.ts';
import { notFound } from './problem.ts';

/** Largest page of most lists, and of those that clients read whole; larger wishes get this one. */
const largestPages = { usual: 1000, runs: 2000 } as const;

/** Which part of a list is asked for. */
export interface PageRequest {
  readonly page: number;
  readonly size: number;
  readonly offset: number;
}

/**
 * The page that a request asks for. A size that can't be read or isn't positive gives the version's default; a page that can't be
 * read is answered 404, as the platform's framework does.
 *
 * @throws Problem 404.
 */
export function readPage(
  exchange: Exchange,
  list: keyof typeof largestPages = 'usual',
): PageRequest {
  const usual = exchange.version === 3 ? 25 : 10;
  const wish = Number(exchange.query('page_size') ?? usual);
  const size = Number.isInteger(wish) && wish > 0 ? Math.min(wish, largestPages[list]) : usual;
  const page = Number(exchange.query('page') ?? 1);
  if (!Number.isInteger(page) || page < 1 || page > 1e9) throw notFound('Invalid page.');
  return { page, size, offset: (page - 1) * size };
}

/**
 * One page in the platform's envelope.
 *
 * @throws Problem 404 past the last page.
 */
export function answerPage(
  exchange: Exchange,
  request: PageRequest,
  count: number,
  results: readonly unknown[],
): unknown {
  if (request.page > 1 && request.offset >= count) throw notFound('Invalid page.');
  const link = (page: number): string => {
    const url = new URL(exchange.url);
    url.searchParams.set('page', String(page));
    url.searchParams.set('page_size', String(request.size));
    return url.href;
  };
  return {
    count,
    previous: request.page > 1 ? link(request.page - 1) : null,
    next: request.offset + results.length < count ? link(request.page + 1) : null,
    results,
  };
}

/** A page of a list that is held in memory. */
export function answerList(exchange: Exchange, items: readonly unknown[]): unknown {
  const request = readPage(exchange);
  const part = items.slice(request.offset, request.offset + request.size);
  return answerPage(exchange, request, items.length, part);
}

/** Query parameters of every paged list, for the description of the API. */
export const pageParameters: NonNullable<Endpoint['parameters']> = {
  page: 'Number of the page, from 1.',
  page_size: 'Largest number of results on the page.',
};
