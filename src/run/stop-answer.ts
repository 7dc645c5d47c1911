/** The order to stop a job, and what the platform makes of it. */
import type { StopMode, StudyTarget } from './messages.ts';

export interface StopJobInput extends StudyTarget {
  readonly jobId: string;
  readonly mode: StopMode;
}

/** What the platform made of the order to stop a job; empty where it took it, or the job was over. */
export interface StopAnswer {
  /** It refused the way that was asked for and took a gentler one, as a sentence. */
  readonly note?: string;
  /** It refused every way, and the job runs on. */
  readonly refused?: {
    /** Which job, and the platform's own words. */
    readonly why: string;
    /** What that costs and what to do, as sentences. */
    readonly next: string;
  };
}
