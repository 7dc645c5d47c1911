import type { FailureReason } from './failure-reason.ts';

/** One run of a job: which study run it is and what came before. */
export interface SpecRun {
  readonly platformRun: number;
  readonly run: number;
  readonly attempt: number;
  readonly reason?: FailureReason | undefined;
  /** It was done when it was chosen: it runs again as its owner amended the study, and its result stands until it is done anew. */
  readonly done?: true | undefined;
  readonly spent: Readonly<Record<string, number>>;
}
