import { join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { describeDiskFault, systemFaultOf } from '../../files/index.ts';
import type { HomeFiles } from './home-files.ts';
import { forgetPrograms, recordPrograms, type ProgramRecord } from './leftovers.ts';
import { processMark } from './process-mark.ts';
import { portTakenHint } from './port-owner.ts';
import { openProgramLog, type ProgramLog } from './program-log.ts';
import type { ProgramSpec } from './program-spec.ts';
import { Program, type ProgramEvent } from './program.ts';

/** What a set of programs tells of itself. */
export interface ProgramSetListener {
  /** A program became ready, or ended and is being started again. */
  readonly onChange: () => void;
  readonly onGivenUp: (error: UsageError) => void;
  /** Asked before a program is given up: false where what it works on costs money without it, so that it is tried for as long as it takes. */
  readonly mayGiveUp: () => boolean;
  /** Hears one line for the supervisor's own log. */
  readonly report: (line: string) => void;
}

/** The programs of one home: started with a log each, written down for the next supervisor, and ended in order. */
export class ProgramSet {
  readonly #files: HomeFiles;
  readonly #listener: ProgramSetListener;
  readonly #logs: ProgramLog[] = [];
  readonly #records = new Map<string, ProgramRecord>();
  #programs: readonly Program[] = [];
  #isRecorded = true;

  constructor(files: HomeFiles, listener: ProgramSetListener) {
    this.#files = files;
    this.#listener = listener;
  }

  all(): readonly Program[] {
    return this.#programs;
  }

  /** @param secrets never written to the program's log */
  start(spec: ProgramSpec, secrets: readonly string[]): void {
    const log = openProgramLog(this.#logPath(spec), secrets);
    this.#logs.push(log);
    const program = new Program(spec, log, {
      onEvent: (event) => this.#hear(spec, event),
      mayGiveUp: this.#listener.mayGiveUp,
    });
    this.#programs = [...this.#programs, program];
  }

  /** Writes down what runs, where that could not be done before: programs go on beside a full disk. */
  keepRecorded(): void {
    if (this.#isRecorded) return;
    try {
      recordPrograms(this.#files.programs, [...this.#records.values()]);
      this.#isRecorded = true;
    } catch (error) {
      const why = systemFaultOf(describeDiskFault(error, this.#files.programs));
      if (why === undefined) throw error;
    }
  }

  /** Ends one program for good; gives back whether there was one of that name. */
  async stop(name: ProgramSpec['name'], graceMs?: number): Promise<boolean> {
    const stopped = this.#programs.filter((program) => program.spec.name === name);
    this.#programs = this.#programs.filter((program) => program.spec.name !== name);
    await Promise.all(stopped.map((program) => program.stop(graceMs)));
    return stopped.length > 0;
  }

  /** Ends all: the worker first, so that what it does ends well; then what it spoke to. */
  async stopAll(): Promise<void> {
    await this.stop('worker');
    await Promise.all(this.#programs.map((program) => program.stop()));
    for (const log of this.#logs) log.close();
    forgetPrograms(this.#files.programs);
  }

  #hear(spec: ProgramSpec, event: ProgramEvent): void {
    switch (event.phase) {
      case 'started':
        this.#record(spec, event.pid);
        break;
      case 'ready':
        this.#listener.onChange();
        break;
      case 'ended':
        this.#listener.report(`${spec.name} ${event.detail}; starting it again`);
        this.#listener.onChange();
        break;
      case 'given-up':
        this.#listener.onGivenUp(
          new UsageError(
            event.taken ? 'USAGE_PORT_TAKEN' : 'USAGE_EMBEDDED_FAILED',
            `The ${spec.title} ${event.detail}`,
            {
              hint: event.taken
                ? portTakenHint
                : (event.remedy ?? `Look at its log, ${this.#logPath(spec)}`),
              exitCode: 7,
            },
          ),
        );
        break;
    }
  }

  #record(spec: ProgramSpec, pid: number): void {
    const mark = processMark(pid);
    if (mark !== undefined) this.#records.set(spec.name, { name: spec.name, pid, mark });
    this.#isRecorded = false;
    this.keepRecorded();
  }

  #logPath(spec: ProgramSpec): string {
    return join(this.#files.logs, `${spec.name}.log`);
  }
}
