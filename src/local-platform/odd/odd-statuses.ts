/** Words for the state of a job or cluster that no document names. */
import type { Draws } from './draws.ts';
import type { Page } from './odd-pages.ts';

const unheard = ['Provisioning Storage', 'Reticulating', 'WAITING_FOR_LICENSE'] as const;

/** A history or a list of jobs in which one that goes on is called by such a word now and then; a row that hasn't changed as often as it is shown. */
export function oddStatuses(body: Page, draws: Draws): Page {
  return { ...body, results: body.results.map((row, index) => oddRow(row, index, draws)) };
}

function oddRow(row: unknown, index: number, draws: Draws): unknown {
  if (typeof row !== 'object' || row === null) return row;
  const own = draws.of(JSON.stringify(row));
  const { jobStatus, status } = row as { readonly jobStatus?: unknown; readonly status?: unknown };
  if (isStatus(jobStatus) && goesOn(jobStatus.content) && own.below('status', 0.05)) {
    return { ...row, jobStatus: { ...jobStatus, content: own.oneOf('word', unheard) } };
  }
  // Of a history only what is past, and no cluster's: what stands first is what is waited for.
  if (index > 0 && 'statusDate' in row && typeof status === 'string' && goesOn(status)) {
    return own.below('status', 0.1) ? { ...row, status: own.oneOf('word', unheard) } : row;
  }
  return row;
}

function isStatus(value: unknown): value is { readonly content: string } {
  return typeof (value as { readonly content?: unknown } | null | undefined)?.content === 'string';
}

/** Not the states in which it costs, ends or has ended: they stay as they are. */
function goesOn(status: string): boolean {
  return ['Pending', 'Queued', 'Waiting for Queue', 'Waiting for Cluster'].includes(status);
}
