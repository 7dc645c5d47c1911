import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type {
  ArchiveIntoInput,
  BatchCounts,
  PassCounts,
  PassProgress,
  PassView,
} from '../../src/run/archive-contract.ts';
import { detailsOfPass } from './describe-pass.ts';
import { flowStateKey } from './flow-attributes.ts';

/** Notes that one pass keeps; the store has every job's own reason. */
const mostNotes = 50;

const nothing: PassCounts = { jobs: 0, files: 0, bytes: 0, failed: 0 };

/** How far a pass is: what it carries over continue-as-new, answers to queries, and shows in the Temporal UI. */
export class PassLedger {
  readonly #input: ArchiveIntoInput;
  #progress: PassProgress;

  constructor(input: ArchiveIntoInput) {
    this.#input = input;
    this.#progress = input.carried ?? {
      phase: 'waiting',
      batchesDone: 0,
      archived: nothing,
      proven: nothing,
      deleted: nothing,
      notes: [],
    };
    this.#show();
  }

  get progress(): PassProgress {
    return this.#progress;
  }

  get view(): PassView {
    const { archive, passTime, work } = this.#input;
    return { archive, passTime, work, progress: this.#progress };
  }

  /** A further phase, from its first batch on; in the phase that an earlier execution was in, nothing changes. */
  enter(phase: PassProgress['phase']): void {
    if (this.#progress.phase === phase) return;
    this.#change({ phase, batchesDone: 0 });
    upsertSearchAttributes([{ key: flowStateKey, value: phase }]);
  }

  select(selection: PassProgress['selection'] & object): void {
    this.#change({ selection });
  }

  /** Batches (or studies) of this phase that ended: all up to this number. */
  reached(batchesDone: number): void {
    this.#change({ batchesDone });
  }

  batchEnded({ archived, proven }: BatchCounts): void {
    this.#change({
      archived: sum(this.#progress.archived, archived),
      proven: sum(this.#progress.proven, proven),
    });
  }

  deleted(counts: PassCounts): void {
    this.#change({ deleted: sum(this.#progress.deleted, counts) });
  }

  /** Something was lost whole; counted once, as how much it was isn't known here. */
  lost(what: 'archived' | 'deleted', sentence: string): void {
    this.#change({
      [what]: { ...this.#progress[what], failed: this.#progress[what].failed + 1 },
    });
    this.note(sentence);
  }

  note(sentence: string): void {
    const { notes } = this.#progress;
    if (notes.includes(sentence) || notes.length > mostNotes) return;
    const kept =
      notes.length < mostNotes ? sentence : 'There are more; see the report of the pass.';
    this.#change({ notes: [...notes, kept] });
  }

  #change(change: Partial<PassProgress>): void {
    this.#progress = { ...this.#progress, ...change };
    this.#show();
  }

  #show(): void {
    setCurrentDetails(detailsOfPass(this.#input, this.#progress));
  }
}

function sum(left: PassCounts, right: PassCounts): PassCounts {
  return {
    jobs: left.jobs + right.jobs,
    files: left.files + right.files,
    bytes: left.bytes + right.bytes,
    failed: left.failed + right.failed,
  };
}
