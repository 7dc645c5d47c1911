import { readStatuses, type StatusOwner } from '../database/status-history.ts';
import { presentStatus } from '../present/present-status.ts';
import type { Exchange } from './endpoint.ts';
import { answerPage, readPage } from './page.ts';

/** A page of a history, newest first. */
export function answerStatuses(
  exchange: Exchange,
  owner: StatusOwner,
  clusterId?: string,
): unknown {
  const page = readPage(exchange);
  const { database } = exchange.context;
  const { count, rows } = readStatuses(database, owner, page.offset, page.size);
  const results = rows.map((row) => presentStatus(row, clusterId));
  return answerPage(exchange, page, count, results);
}
