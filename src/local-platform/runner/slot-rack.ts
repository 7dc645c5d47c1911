import { mkdirSync } from 'node:fs';
import type { JobFolder } from '../job-folder.ts';
import type { RunnerJob } from '../protocol.ts';
import { killProcesses } from './end-processes.ts';
import { Slot } from './slot.ts';

/** A job's slots: made when first needed, used again and again, all ended with the job. */
export class SlotRack {
  /** Every process of the job carries this text in its environment. */
  readonly marker: string;
  readonly #folder: JobFolder;
  readonly #spec: RunnerJob;
  readonly #path: string;
  readonly #instance: string;
  readonly #firstLine: string;
  readonly #idle: Slot[] = [];
  readonly #all = new Set<Slot>();
  #made = 0;

  constructor(
    folder: JobFolder,
    spec: RunnerJob,
    context: {
      readonly path: string;
      readonly markerPrefix: string;
      readonly instance: string;
    },
    firstLine: string,
  ) {
    this.#folder = folder;
    this.#spec = spec;
    this.#path = context.path;
    this.#instance = context.instance;
    this.#firstLine = firstLine;
    this.marker = `DOEFLOW_SLOT=${context.markerPrefix}/${spec.jobId}/`;
  }

  /** An idle slot, or a new one. */
  take(): Slot {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    const index = this.#made++;
    const temporary = `${this.#folder.temporary}/${index}`;
    mkdirSync(temporary, { recursive: true });
    const marker = `${this.marker}${this.#instance}/${index}/`;
    const slot = new Slot({
      index,
      marker,
      directory: temporary,
      largestFileBytes: this.#spec.limits.fileBytes,
      firstLine: this.#firstLine,
      environment: {
        LANG: 'C.UTF-8',
        ...this.#spec.environment,
        PATH: this.#spec.environment['PATH'] ?? this.#path,
        HOME: temporary,
        TMPDIR: temporary,
        RESCALE_RUN_NUMBER: '',
        DOEFLOW_SLOT: marker.slice('DOEFLOW_SLOT='.length),
      },
    });
    this.#all.add(slot);
    return slot;
  }

  /** Takes a slot back after a run; one whose shell ended is dropped together with what it left behind. */
  giveBack(slot: Slot): void {
    if (slot.alive) this.#idle.push(slot);
    else void slot.kill().then(() => this.#all.delete(slot));
  }

  /** Ends every slot, its session and whatever left the sessions. */
  async kill(): Promise<void> {
    this.#idle.length = 0;
    await Promise.all([...this.#all].map((slot) => slot.kill()));
    this.#all.clear();
    await killProcesses(undefined, this.marker);
  }
}
