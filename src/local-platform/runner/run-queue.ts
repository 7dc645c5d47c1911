import { existsSync } from 'node:fs';
import { readLines } from '../read-lines.ts';
import { type JobFolder, runFolder } from '../job-folder.ts';
import type { RunLine } from '../protocol.ts';
import type { JournalSummary, RecordedAttempt } from './journal-summary.ts';
import { readRunFolderState, type RunFolderState } from './run-folder-state.ts';

/** A run that has no result in the journal yet, with what its folder says. */
export interface QueuedRun {
  readonly line: RunLine;
  readonly state: RunFolderState;
  /** What the journal says of its last attempt. */
  readonly recorded: RecordedAttempt | undefined;
}

/** The runs of a job that are still to be looked at, in order, read line by line so that memory stays flat. */
export class RunQueue {
  readonly #runs: Iterator<QueuedRun>;
  #next: QueuedRun | undefined;

  constructor(folder: JobFolder, journal: JournalSummary) {
    this.#runs = queuedRuns(folder, journal);
    this.#advance();
  }

  get empty(): boolean {
    return this.#next === undefined;
  }

  take(): QueuedRun | undefined {
    const run = this.#next;
    this.#advance();
    return run;
  }

  #advance(): void {
    const { done, value } = this.#runs.next();
    this.#next = done === true ? undefined : value;
  }
}

function* queuedRuns(folder: JobFolder, journal: JournalSummary): Generator<QueuedRun> {
  const visited = existsSync(folder.runs);
  for (const text of readLines(folder.runLines)) {
    const line = JSON.parse(text) as RunLine;
    if (journal.ended.has(line.run)) continue;
    const state: RunFolderState = visited
      ? readRunFolderState(runFolder(folder, line.run))
      : { state: 'fresh' };
    yield { line, state, recorded: journal.attempts.get(line.run) };
  }
}
