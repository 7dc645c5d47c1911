/** The plan as the workflow knows it; part of every history. */
import type { FailureReason } from './run-state.ts';

/** What holds a study whose runs fail one after the other. */
export interface StudyGuards {
  /** Runs that may fail before the first one is done; 0: any number. */
  readonly failFast: number;
  /** Runs that may fail in a row; absent: any number. */
  readonly maxConsecutiveFailedRuns?: number;
  /** What the study file says to do; absent: pause. */
  readonly onTrip?: 'pause' | 'finish' | 'abort';
}

/** What a study is taken up again with whose workflow was lost. */
export interface TakenUp {
  /** Jobs that were begun and haven't ended: they may be on the platform, and paid for. */
  readonly begun: readonly number[];
  /** Jobs of which only the runs were chosen: nothing was set aside for them, and nothing sent. Absent: none. */
  readonly chosen?: readonly number[];
  /** The study had ended before, and only a part of it ran again: jobs that weren't begun stay so. */
  readonly onlyBegun?: true;
  /** Jobs that were stopped before the study was lost, or by the reaper since: what they didn't run goes on. */
  readonly stopped?: readonly number[];
  /** Those of them that the reaper stopped. */
  readonly reaped?: readonly number[];
  /** The newest of the study's files; absent: those that it was started with. */
  readonly revision?: number;
}

/** Runs of other studies that a study waits for. */
export interface AwaitedRuns {
  readonly runs: number;
  /** Ids of the studies that run them. */
  readonly studies: readonly string[];
  /** Those of the studies whose workflow is gone, and how long they are waited for at most, ISO 8601, UTC; absent for none. */
  readonly lost?: { readonly studies: readonly string[]; readonly until: string };
}

/** What became of the runs that other studies run. */
export interface SharedRuns {
  /** Planned runs that are reused in all, those that were taken over now among them. */
  readonly reused: number;
  /** Runs that this study runs itself now, as the job that was asked for. */
  readonly rest: number;
  /** What is still waited for. */
  readonly awaited: AwaitedRuns;
  /** What the study's reader is told of what it reuses now; absent in histories of before. */
  readonly notes?: readonly string[];
}

/** What became of a study's runs, as it looked anew at what other studies have. */
export interface SharedAnew extends SharedRuns, Pick<PlanSummary, 'emptyJobs'> {
  /** Runs of planned jobs that aren't started, or runs that were added, are left to be run here as further jobs. */
  readonly hasAdded?: true;
}

/** Jobs whose numbers follow each other. */
export interface JobRange {
  readonly first: number;
  readonly last: number;
}

/** What the workflow must know of the plan; small whatever the study's size. */
export interface PlanSummary {
  readonly runCount: number;
  readonly method: string;
  /** Planned jobs: 1..jobs. */
  readonly jobs: number;
  /** Files of the study to send to the platform, as the study file names them. */
  readonly files: readonly string[];
  readonly maxConcurrentJobs: number;
  /** Failed runs that are still allowed. */
  readonly maxFailedRuns: number;
  readonly onLimit: 'pause' | 'finish' | 'abort';
  /** When the study is held before that limit is passed; absent in histories of before: never. */
  readonly guards?: StudyGuards;
  /** What the study commits has a limit: it asks before it sends what costs. Absent in histories of before. */
  readonly hasCostLimit?: true;
  /** Runs of the first job, which must end well before another is started; absent: no such job. */
  readonly canary?: number;
  readonly cluster?:
    | { readonly kind: 'existing'; readonly id: string }
    | {
        readonly kind: 'own';
        readonly name: string;
        /** A study that is paused keeps it; absent: it gives it back meanwhile. */
        readonly keepWhilePaused?: true;
        /** The study was lost after it had asked for one: that may still be on. */
        readonly left?: true;
        /** What that one is made of, in words, where the study was amended to another one since; absent: of the same. */
        readonly leftSpec?: string;
        /** Its hardware, walltime and software in words: equal words = equal clusters. Absent in histories of before. */
        readonly spec?: string;
      };
  readonly notes: readonly string[];
  /** The revision by which the study was amended last; absent: it is as it was started. */
  readonly revision?: number;
  /** Runs that an amendment added have no outcome, or some that had ended are to run again by it; absent: none. They become further jobs. */
  readonly hasAdded?: true;
  /** Runs that amendments withdrew, and that no job has: they are never run. Absent for none. */
  readonly withdrawnRuns?: number;
  /** Planned jobs that have no run left, as all of theirs were withdrawn: they are passed over. Absent for none. */
  readonly emptyJobs?: readonly JobRange[];
  /** What was collected is older than the outputs that the study has now: it is read anew. Absent: none is. */
  readonly readsAnew?: true;
  /** A study that had ended was started for its amendment alone: what was withdrawn stays so. */
  readonly onlyAmended?: true;
  /** Runs that finished runs of other studies stand for, without the nominal one; they count as done. Absent for none. */
  readonly reused?: number;
  /** Those of the notes that tell what is reused: they are replaced as that changes. Absent in histories of before. */
  readonly reuseNotes?: readonly string[];
  /** Runs that other studies run, and that are taken over once they are done; absent for none. */
  readonly awaited?: AwaitedRuns;
  /** A study that was started for certain runs waits for these all the same: amendments added them. Absent: it waits for none. */
  readonly sharesAdded?: true;
  /** The checkpoint of an earlier execution of the same study; 1, 1, 0, 0 for a new one. */
  readonly nextPlanned: number;
  /** Planned jobs below `nextPlanned` that were taken back before they were submitted. */
  readonly withdrawn?: readonly number[];
  readonly nextJobNumber: number;
  /** Set where an execution of the study was lost before its end. */
  readonly takenUp?: TakenUp;
  readonly done: number;
  readonly failed: number;
  readonly failures: readonly { readonly reason: FailureReason; readonly count: number }[];
}
