import { statSync } from 'node:fs';
import { readLines } from '../read-lines.ts';
import type { JournalLine } from '../protocol.ts';

/** What a job's journal says of the runner's earlier life. */
export interface JournalSummary {
  readonly openedAt: number | undefined;
  readonly closed: boolean;
  readonly ended: ReadonlySet<number>;
  /** Of each run that started and hasn't ended, the last attempt. */
  readonly attempts: ReadonlyMap<number, RecordedAttempt>;
}

/** The last attempt of a run that a journal records. */
export interface RecordedAttempt {
  /** From 1. */
  readonly attempt: number;
  /** Its loss is recorded too. */
  readonly lost: boolean;
}

/** Reads a journal once, line by line. */
export function readJournalSummary(journalPath: string): JournalSummary {
  let openedAt: number | undefined;
  let closed = false;
  const ended = new Set<number>();
  const attempts = new Map<number, RecordedAttempt>();
  if (statSync(journalPath, { throwIfNoEntry: false }) !== undefined) {
    for (const text of readLines(journalPath)) {
      const line = JSON.parse(text) as JournalLine;
      if (line.kind === 'opened') openedAt ??= line.at;
      else if (line.kind === 'ended') {
        ended.add(line.run);
        attempts.delete(line.run);
      } else if (line.kind === 'started' || line.kind === 'lost') {
        attempts.set(line.run, { attempt: line.attempt, lost: line.kind === 'lost' });
      } else if (line.kind === 'closed') closed = true;
    }
  }
  return { openedAt, closed, ended, attempts };
}
