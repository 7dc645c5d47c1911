/**
 * What archive passes and recurring studies say to each other, and what they ask of the outside world. Payloads name what is to be done; what
 * may be done stands in the store, written by its owner.
 */
import type { Pace, StudyTarget } from './messages.ts';

/** Type of the failure by which an activity says that the archive is paused or was deleted: the pass ends as skipped, or deletes nothing more. */
export const passHeld = 'ARCHIVE_HELD';

/** An archive: a standing order in the store, by its name. */
export interface ArchiveTarget {
  readonly archive: string;
}

/** One pass of an archive. */
export interface PassTarget extends ArchiveTarget {
  /** The time that the pass is for, ISO 8601 in UTC: it is the pass's name, and its "now" for ages and keep times. */
  readonly passTime: string;
}

/** Some of a pass's jobs: batch 1, 2, … */
export interface BatchTarget extends PassTarget {
  readonly batch: number;
}

/** Input of `archiveWorkflow`, which a schedule starts. */
export interface ArchiveInput extends ArchiveTarget {
  readonly pace: Pace;
  /** Only where no schedule started it: what a schedule's workflow reads from Temporal. */
  readonly passTime?: string;
}

/** What a pass must know of its archive. */
export interface ArchiveOrderSummary {
  /** Name of the destination among all destinations, for the one writer that it may have. */
  readonly destinationKey: string;
  /** For a person. */
  readonly destination: string;
  readonly deleteJobs: boolean;
  readonly approve: boolean;
}

/** What a pass does with a destination, as its one writer. */
export type DestinationWork = 'archive' | 'delete';

/** Input of `archiveIntoWorkflow`, the one writer of a destination. */
export interface ArchiveIntoInput extends PassTarget {
  readonly pace: Pace;
  readonly order: ArchiveOrderSummary;
  readonly work: DestinationWork;
  /** Where an earlier execution left off; absent at the beginning. */
  readonly carried?: PassProgress;
}

/** What was chosen for a pass. */
export interface PassSelection {
  /** Jobs to look at closer and archive, in batches. */
  readonly batches: number;
  readonly jobs: number;
  /** Jobs of the rule that are left alone, and why: `running`, `open-study`, `unchanged`. */
  readonly left: Readonly<Record<string, number>>;
  /** Studies of this engine whose jobs are archived in this pass. */
  readonly studies: readonly string[];
}

/** How many things came out in which way. */
export interface PassCounts {
  readonly jobs: number;
  readonly files: number;
  readonly bytes: number;
  /** A batch that was lost whole counts once, and a note says so. */
  readonly failed: number;
}

/** What became of one batch. */
export interface BatchCounts {
  readonly archived: PassCounts;
  readonly proven: PassCounts;
}

/** How far a pass is; answered by `archiveProgressQuery` and carried over continue-as-new. */
export interface PassProgress {
  readonly phase:
    'waiting' | 'selecting' | 'archiving' | 'studies' | 'deleting' | 'closing' | 'done';
  readonly selection?: PassSelection;
  /** Batches of this phase (or studies, in `studies`) that ended: all up to this number. */
  readonly batchesDone: number;
  readonly archived: PassCounts;
  readonly proven: PassCounts;
  readonly deleted: PassCounts;
  readonly notes: readonly string[];
}

/** Answer of `archiveProgressQuery`. */
export interface PassView extends PassTarget {
  readonly work: DestinationWork;
  readonly progress: PassProgress;
}

/** What a pass ends with. */
export interface PassResult extends PassTarget {
  /** `clean`: nothing failed; `troubled`: the report says what failed; `skipped`: its archive is paused or was deleted, nothing was done. */
  readonly outcome: 'clean' | 'troubled' | 'skipped';
  readonly archived: PassCounts;
  readonly proven: PassCounts;
  readonly deleted: PassCounts;
  /** Jobs whose deletion waits for a person. */
  readonly awaitingApproval: number;
  readonly notes: readonly string[];
}

/** Jobs that may be deleted, by a pass's own reckoning. */
export interface DeletionPlan {
  readonly jobs: number;
  readonly bytes: number;
  readonly batches: number;
}

/** Input of `archiveApprovalWorkflow`: deletions that wait for a person. */
export interface ApprovalInput extends PassTarget {
  readonly pace: Pace;
  readonly order: ArchiveOrderSummary;
  readonly plan: DeletionPlan;
  /** Approved in an earlier execution: only the deleting is left. */
  readonly approved?: true;
}

/** What a person is asked. */
export interface DeletionProposal extends PassTarget {
  readonly destination: string;
  readonly plan: DeletionPlan;
  /** `deleting`: it was approved, and is under way. */
  readonly state: 'waiting' | 'deleting' | 'declined';
}

/** What became of deletions that waited for a person. */
export interface ApprovalResult extends PassTarget {
  /** `expired`: nobody answered for 30 days; `withdrawn`: a later pass found nothing to delete. */
  readonly outcome: 'approved' | 'declined' | 'expired' | 'withdrawn';
  /** Of the deletions, where they were approved. */
  readonly result?: PassResult;
}

/** A person's word about the deletions of one pass. */
export interface ApprovalDecision {
  /** Whose proposal: refused when a newer one took its place. */
  readonly passTime: string;
  /** As shown to the person; refused when the proposal has another number. */
  readonly jobs: number;
  readonly decision: 'approve' | 'decline';
  /** Who decided, for the record. */
  readonly by: string;
  /** Names the same words in the archive's folder of the store, which only its owner can write there; absent in histories of before. */
  readonly ticket?: string;
}

/** A recurring study: a standing order in the store, by its name. */
export interface RecurrenceTarget {
  readonly schedule: string;
}

/** One occurrence of a recurring study. */
export interface RecurrencePassTarget extends RecurrenceTarget {
  /** ISO 8601 in UTC. */
  readonly passTime: string;
}

/** Input of `recurringStudyWorkflow`, which a schedule starts. */
export interface RecurringStudyInput extends RecurrenceTarget {
  readonly pace: Pace;
  readonly passTime?: string;
}

/** The study of one occurrence, made from the standing order. */
export interface PreparedRecurrence extends StudyTarget {
  readonly studyName: string;
  readonly planHash: string;
  /** The ticket in the store that allows its start; absent in histories of before. */
  readonly ticket?: string;
  /** What to do while a study of this name is open. */
  readonly overlap: 'skip' | 'wait';
  /** What lists and the Temporal UI show of the study. */
  readonly method: string;
  readonly runs: number;
  readonly summary: string;
  readonly details: string;
}

/** Whether the study of an occurrence may begin now. */
export interface RecurrenceAdmission {
  /** `wait`: ask again later; `withdrawn`: it never begins, as its order was taken back or is paused. */
  readonly answer: 'begin' | 'wait' | 'withdrawn';
  /** Why it may not begin now, as a sentence. */
  readonly why?: string;
}

/** How the study of one occurrence ended. */
/** Why an occurrence was skipped whose study's workflow id was taken. */
export function nameWasTaken(studyName: string): string {
  return `a study "${studyName}" was open`;
}

export interface RecurrenceEnding extends RecurrencePassTarget, StudyTarget {
  /** As the study says; `Skipped`: none was started, `Broken`: its workflow was lost. */
  readonly state: string;
  /** Why it was skipped or lost, as a sentence. */
  readonly loss?: string;
}

/** What became of one occurrence. */
export interface RecurrenceResult extends RecurrencePassTarget, StudyTarget {
  readonly state: string;
  /** `first`: nothing to compare with; `same`: within the tolerances; `moved`: not; `incomparable`: runs failed or tables differ; `skipped`: nothing was run. */
  readonly comparison: 'first' | 'same' | 'moved' | 'incomparable' | 'skipped';
  readonly moved: number;
  readonly notes: readonly string[];
}

/** The activities of archive passes. */
export interface ArchiveActivities {
  /** Reads the archive's order. */
  openPass(input: PassTarget): Promise<ArchiveOrderSummary>;
  /** Lists jobs by the rule and keeps the choice, once for each pass. */
  selectJobs(input: PassTarget): Promise<PassSelection>;
  /** Copies the jobs of a batch; what an earlier try copied is kept. One bad job is recorded and passed over. */
  archiveJobs(input: BatchTarget): Promise<PassCounts>;
  /** Reads back and hashes again what the batch's jobs have in the destination, and records the proof. */
  proveJobs(input: BatchTarget): Promise<PassCounts>;
  /** Writes the crate of a study whose jobs are in the archive. */
  archiveStudy(input: PassTarget & StudyTarget): Promise<PassCounts>;
  /** Which proven jobs are past their keep time; kept, once for each pass. */
  planDeletions(input: PassTarget): Promise<DeletionPlan>;
  /** Deletes one batch of the plan's jobs, each after its copy was read once more. */
  deleteJobs(input: BatchTarget): Promise<PassCounts>;
  /** Keeps a person's decision beside the plan. */
  recordDecision(input: PassTarget & { readonly decision: ApprovalDecision }): Promise<void>;
  /** Writes the pass's report, in the store and in the destination. */
  closePass(input: PassTarget & { readonly progress: PassProgress }): Promise<PassResult>;
}

/** The activities of recurring studies. */
export interface RecurrenceActivities {
  /** Makes the study of one occurrence; the same one when asked again. */
  prepareRecurrence(input: RecurrencePassTarget): Promise<PreparedRecurrence>;
  /** Whether its study may begin now; asked just before each try. */
  admitRecurrence(input: RecurrencePassTarget): Promise<RecurrenceAdmission>;
  /** Compares an occurrence with the last good one, keeps the verdict and sends the notification where it moved. */
  closeRecurrence(input: RecurrenceEnding): Promise<RecurrenceResult>;
}
