/** The mark that a take-over leaves on the platform: a saved job that is never submitted, whose command does nothing and tells which home it was. */
import { z } from 'zod';
import { quoteShell } from '../quote-shell.ts';
import type { Job, JobListItem } from '../platform-api/index.ts';
import type { TakeOver } from '../store/index.ts';

const word = ': doeflow take-over ';

const toldSchema = z.object({
  id: z.string(),
  at: z.string(),
  home: z.string(),
  host: z.string(),
  after: z.array(z.string()),
});

/** A take-over as the platform has it. */
export interface TakeOverMark extends TakeOver {
  readonly jobId: string;
  /** When the platform made it, by its own clock; 0 where it doesn't tell. */
  readonly madeMs: number;
}

/** What the mark's job would execute, were it ever submitted: nothing. */
export function markCommand({ id, at, home, host, after }: TakeOver): string {
  return `${word}${quoteShell(JSON.stringify({ id, at, home, host, after }))}`;
}

/** A mark that can't be read still stands: as one of a home that nobody knows. */
export function readMark(
  { id: jobId, dateInserted }: Pick<JobListItem, 'id' | 'dateInserted'>,
  { jobanalyses }: Pick<Job, 'jobanalyses'>,
): TakeOverMark {
  const madeMs = Date.parse(dateInserted ?? '') || 0;
  const told = toldIn(jobanalyses[0]?.command ?? '');
  if (told !== undefined) return { ...told, jobId, madeMs };
  const unknown = { home: 'a home that it does not name', host: 'a machine that it does not name' };
  return { ...unknown, id: jobId, at: dateInserted ?? 'an unknown time', after: [], jobId, madeMs };
}

function toldIn(command: string): TakeOver | undefined {
  const [, quoted] = /^: doeflow take-over '(.*)'$/su.exec(command.trim()) ?? [];
  if (quoted === undefined) return undefined;
  try {
    return toldSchema.parse(JSON.parse(quoted.replaceAll(String.raw`'\''`, "'")));
  } catch {
    return undefined;
  }
}
