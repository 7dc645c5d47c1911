import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { JobFolder, RunFolder } from '../job-folder.ts';
import type { JobEndCause, RunnerJob, RunEnd, RunLine } from '../protocol.ts';
import { accountForRun } from './account-for-run.ts';
import { emptyFolder } from './empty-folder.ts';
import { endGracefully } from './end-gracefully.ts';
import { killProcesses } from './end-processes.ts';
import type { RunnerContext } from './runner-context.ts';
import { Journal } from './journal.ts';
import { type JobInputs, prepareRun, readJobInputs } from './prepare-run.ts';
import { readJournalSummary } from './journal-summary.ts';
import { printMark, readExit, type StartedMark } from './run-folder-state.ts';
import { prepareRuns, runLine } from './run-line.ts';
import { type QueuedRun, RunQueue } from './run-queue.ts';
import { type EndedRun, RunReport } from './run-report.ts';
import { SlotRack } from './slot-rack.ts';
import type { Slot } from './slot.ts';
import { writeSteps } from './steps.ts';

interface ReadyRun {
  readonly line: RunLine;
  readonly folder: RunFolder;
  readonly attempt: number;
}

interface ExecutingRun extends ReadyRun {
  readonly slot: Slot;
  readonly started: StartedMark;
  end: RunEnd;
}

/** One job while the runner executes it: takes its runs in order, keeps a few ready, and writes each one's end to the journal. */
export class ActiveJob {
  readonly spec: RunnerJob;
  readonly #folder: JobFolder;
  readonly #context: RunnerContext;
  readonly #journal: Journal;
  readonly #inputs: JobInputs;
  readonly #report: RunReport;
  readonly #stepsFile: string;
  readonly #rack: SlotRack;
  readonly #queue: RunQueue;
  readonly #ready: ReadyRun[] = [];
  readonly #executing = new Map<number, ExecutingRun>();
  readonly #walltime: NodeJS.Timeout | undefined;
  /** Runs between being taken from the queue and being ready, or between their end and their line in the journal. */
  #busy = 0;
  #how: JobEndCause = 'finished';
  #closed = false;
  #over = false;

  /** Opens a job's folder and resumes from its journal and its runs' folders. @throws Error when a file can't be read. */
  constructor(folder: JobFolder, context: RunnerContext) {
    this.spec = JSON.parse(readFileSync(folder.spec, 'utf8')) as RunnerJob;
    this.#folder = folder;
    this.#context = context;
    const journal = readJournalSummary(folder.journal);
    this.#inputs = readJobInputs(folder, this.spec);
    this.#stepsFile = writeSteps(folder, this.spec);
    this.#rack = new SlotRack(folder, this.spec, context, prepareRuns(folder, this.#stepsFile));
    this.#queue = new RunQueue(folder, journal);
    mkdirSync(folder.runs, { recursive: true });
    this.#journal = new Journal(folder.journal, () => context.grew(this.spec.jobId));
    this.#report = new RunReport(folder, this.spec, this.#inputs, this.#journal);
    this.#closed = this.#over = journal.closed;
    if (journal.openedAt === undefined) this.#journal.append({ kind: 'opened', at: context.now() });
    if (this.spec.walltimeMs !== null && !journal.closed) {
      const left = (journal.openedAt ?? context.now()) + this.spec.walltimeMs - context.now();
      if (left <= 0) this.#how = 'walltime';
      // A timer holds 24 days; no job may ask for more than 14.
      else this.#walltime = setTimeout(() => this.stop('walltime'), left);
    }
  }

  /** Ends what an earlier runner left executing; nothing may start before. */
  async clear(): Promise<void> {
    await killProcesses(undefined, this.#rack.marker);
  }

  get executing(): number {
    return this.#executing.size;
  }

  /** The journal says so: only then may the job be opened anew, since what isn't in there yet would happen twice. */
  get over(): boolean {
    return this.#over;
  }

  get canStart(): boolean {
    return !this.#closed && this.#ready.length > 0 && this.#executing.size < this.spec.slots;
  }

  /** Gets runs ready ahead of the slots, up to `ahead` of them, and closes the job when nothing is left. */
  fill(ahead: number): void {
    while (!this.#closed && this.#how === 'finished' && this.#ready.length + this.#busy < ahead) {
      const queued = this.#queue.take();
      if (queued === undefined) break;
      this.#track(this.#makeReady(queued));
    }
    if (this.#busy + this.#ready.length + this.#executing.size > 0 || this.#closed) return;
    if (this.#queue.empty || this.#how !== 'finished') this.#close();
  }

  /** Starts the next ready run in a slot of its own. */
  startNext(): void {
    const ready = this.#ready.shift();
    if (ready === undefined) return;
    const slot = this.#rack.take();
    const { line, attempt, folder } = ready;
    const at = this.#context.now();
    const started = { pid: slot.pid, startTime: slot.startTime, slot: slot.index, attempt, at };
    const run: ExecutingRun = { ...ready, slot, started, end: 'killed' };
    this.#executing.set(line.run, run);
    writeFileSync(folder.started, printMark(started));
    this.#report.started(line, started);
    void slot.execute(runLine(this.#folder, this.#stepsFile, line)).then(() => {
      if (this.#closed) return; // Abandoned: it writes nothing more.
      this.#executing.delete(line.run);
      this.#rack.giveBack(slot);
      this.#track(this.#finish(run));
      this.#context.changed();
    });
  }

  /** Lets no further run start and ends those that execute: by request first (not at a shutdown), then by killing. */
  stop(how: Exclude<JobEndCause, 'finished'>): void {
    if (this.#closed || this.#how === 'shutdown' || this.#how === how) return;
    this.#how = how;
    this.#ready.length = 0;
    const grace = how === 'shutdown' ? 0 : how === 'force' ? 2_000 : this.spec.limits.graceMs;
    for (const run of this.#executing.values()) {
      this.#endRun(run, how === 'walltime' ? 'walltime' : 'stopped', grace);
    }
    this.#context.changed();
  }

  /** Ends one executing run, keeping its outputs. */
  stopRun(run: number, end: RunEnd = 'stopped'): void {
    const executing = this.#executing.get(run);
    if (executing !== undefined) this.#endRun(executing, end, this.spec.limits.graceMs);
  }

  /** Kills every process at once and writes nothing: the runner itself is ending. */
  async abandon(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#walltime);
    await this.#rack.kill();
  }

  /** Folders of the runs that execute now, for the watch over their size. */
  executingFolders(): { readonly run: number; readonly folder: RunFolder }[] {
    return [...this.#executing.values()].map(({ line, folder }) => ({ run: line.run, folder }));
  }

  #endRun(run: ExecutingRun, end: RunEnd, graceMs: number): void {
    run.end = end;
    endGracefully(run.slot, graceMs, () => this.#executing.get(run.line.run) !== run);
  }

  #track(work: Promise<void>): void {
    this.#busy += 1;
    void work.finally(() => {
      this.#busy -= 1;
      this.#context.changed();
    });
  }

  async #makeReady({ line, state, recorded }: QueuedRun): Promise<void> {
    const { attempts, lines } = accountForRun(line.run, state, recorded, this.#context.now());
    if (lines.length > 0) await this.#journal.tell(lines);
    if (state.state === 'ended') {
      const startedAt = state.started?.at ?? state.endedAt;
      const { endedAt: at, exitCode } = state;
      await this.#tellEnd({ line, attempt: attempts, startedAt, at, end: 'exited', exitCode });
      return;
    }
    const attempt = attempts + 1;
    try {
      const folder = this.spec.dryRun
        ? await this.#renderOnly(line, attempt)
        : await prepareRun(this.#folder, this.#inputs, line);
      if (folder !== undefined && this.#how === 'finished')
        this.#ready.push({ line, folder, attempt });
    } catch (error) {
      this.#report.unprepared(line, attempt, this.#context.now(), error);
    }
  }

  async #renderOnly(line: RunLine, attempt: number): Promise<undefined> {
    const at = this.#context.now();
    await prepareRun(this.#folder, this.#inputs, line);
    await this.#tellEnd({ line, attempt, startedAt: at, at, end: 'exited', exitCode: 0 });
    return undefined;
  }

  async #finish(run: ExecutingRun): Promise<void> {
    const exit = readExit(run.folder);
    const exited = exit !== undefined && run.end === 'killed';
    await this.#tellEnd({
      ...{ line: run.line, attempt: run.attempt, startedAt: run.started.at },
      at: this.#context.now(),
      end: exited ? 'exited' : run.end,
      exitCode: exit?.exitCode ?? null,
    });
  }

  #tellEnd(ended: EndedRun): Promise<void> {
    return this.#report.ended(ended, this.#how === 'shutdown');
  }

  #close(): void {
    this.#closed = true;
    clearTimeout(this.#walltime);
    this.#track(this.#closeSlots());
  }

  async #closeSlots(): Promise<void> {
    await this.#rack.kill();
    if (this.#how === 'shutdown') emptyFolder(this.#folder.runs);
    emptyFolder(this.#folder.temporary);
    this.#journal.append({ kind: 'closed', at: this.#context.now(), how: this.#how });
    await this.#journal.close();
    this.#over = true;
  }
}
