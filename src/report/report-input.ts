import type { StudyTable } from '../analysis/index.ts';
import type { RunOutcome } from '../run/run-outcome.ts';
import type { StudyRevision, KeptFiles, StudyPlatform } from '../store/index.ts';
import type { SlotsOfJobs } from '../study/cost.ts';
import type { Plan } from '../study/plan.ts';
import type { Study } from '../study/study.ts';
import type { composeSummary } from '../summary/index.ts';

/** The document that `summary.json` holds. */
export type ReportSummary = ReturnType<typeof composeSummary>;

/** All that a report is made of; the same input gives the same page, byte for byte. */
export interface ReportInput {
  readonly study: Study;
  readonly plan: Plan;
  /** One row a planned run, as the statistics were made of. */
  readonly table: StudyTable;
  /** Every attempt of every run, in the order of the jobs. */
  readonly attempts: readonly (readonly RunOutcome[])[];
  readonly summary: ReportSummary;
  readonly isStudyOver: boolean;
  /** Its budget has paused the study by the limit that still holds: with another one it goes on; absent of any other study. */
  readonly needsLimit?: true | undefined;
  /** ISO 8601; absent for a report of a study's end, which says all there is. */
  readonly writtenAt?: string;
  /** What the slots of its jobs were, and cost; absent: those of the study, of which nobody knows what they cost. */
  readonly slots?: SlotsOfJobs | undefined;
  readonly snapshot: KeptFiles & {
    readonly studyId: string;
    readonly planHash: string;
    /** ISO 8601. */
    readonly createdAt: string;
    readonly platform?: StudyPlatform | undefined;
  };
  /** By which its files were mended or the study itself amended, the oldest first: `snapshot` is as the last amendment has it; default: none. */
  readonly revisions?: readonly StudyRevision[] | undefined;
  /** Jobs of the platform by their number in the study; default: none is known. */
  readonly jobs?: readonly { readonly jobNumber: number; readonly jobId: string }[] | undefined;
  readonly engineVersion: string;
  /** The study file as it ran. */
  readonly studyText: string;
}
