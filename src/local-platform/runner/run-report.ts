import { type JobFolder, runFolder } from '../job-folder.ts';
import type { RunnerJob, JournalLine, RunEnd, RunLine } from '../protocol.ts';
import { collectOutputs, outputFilter, type OutputFilter } from './collect-outputs.ts';
import type { Journal } from './journal.ts';
import { takePostOutput } from './post-output.ts';
import type { JobInputs } from './prepare-run.ts';
import type { StartedMark } from './run-folder-state.ts';
import { shortenLog } from './size-watch.ts';
import { assertOwnFolder, replacedExit, tellUnkept } from './unkept-outputs.ts';

/** One execution of a run that is over. Times are epoch milliseconds. */
export interface EndedRun {
  readonly line: RunLine;
  readonly attempt: number;
  readonly startedAt: number;
  readonly at: number;
  readonly end: RunEnd;
  readonly exitCode: number | null;
}

/** Writes into a job's journal what became of its runs. */
export class RunReport {
  readonly #folder: JobFolder;
  readonly #spec: RunnerJob;
  readonly #keeps: OutputFilter;
  readonly #journal: Journal;

  constructor(folder: JobFolder, spec: RunnerJob, inputs: JobInputs, journal: Journal) {
    this.#folder = folder;
    this.#spec = spec;
    this.#keeps = outputFilter(inputs, spec.outputRules);
    this.#journal = journal;
  }

  /** A run was started, perhaps with a fault planned for it. */
  started({ run, fault }: RunLine, { attempt, at, slot }: StartedMark): void {
    this.#journal.append({ kind: 'started', run, attempt, at, slot });
    if (fault !== undefined) this.#journal.append({ kind: 'fault', rule: fault.rule, run, at });
  }

  /** A run couldn't be made ready, and why. */
  unprepared({ run }: RunLine, attempt: number, at: number, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.#journal.append({
      ...{ kind: 'ended', run, attempt, startedAt: at, at, end: 'unprepared' },
      ...{ exitCode: null, message, files: [], outputs: [] },
    });
  }

  /** A run is over: what it left is collected unless it is to be dropped, and held against the bounds once more. */
  async ended({ line, ...ended }: EndedRun, isDropped: boolean): Promise<void> {
    const entry = { kind: 'ended', run: line.run, ...ended, message: '' } as const;
    if (isDropped) {
      this.#journal.append({ ...entry, files: [], outputs: [] });
      return;
    }
    try {
      this.#journal.append({ ...entry, ...(await this.#collect(line.run, entry.end)) });
    } catch (error) {
      // Such as a run that removed its own work folder: its end is recorded all the same, and who ended it.
      const message = error instanceof Error ? error.message : String(error);
      const end = entry.end === 'exited' ? 'uncollected' : entry.end;
      this.#journal.append({ ...entry, end, message, files: [], outputs: [] });
    }
  }

  async #collect(
    run: number,
    end: RunEnd,
  ): Promise<Pick<Extract<JournalLine, { kind: 'ended' }>, 'end' | 'files' | 'outputs'>> {
    const { logBytes, runBytes } = this.#spec.limits;
    const folder = runFolder(this.#folder, run);
    assertOwnFolder(folder);
    const outputs = takePostOutput(folder, logBytes);
    const log = `${folder.work}/process_output.log`;
    shortenLog(log, logBytes);
    const collect = () => collectOutputs(folder.work, this.#keeps);
    const { files: found, unkept } = await collect();
    const files = tellUnkept(log, [...replacedExit(folder), ...unkept])
      ? (await collect()).files
      : found;
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    return { end: bytes > runBytes ? 'disk' : end, files, outputs };
  }
}
