import type { PlatformClient } from '../platform-api/index.ts';
import type { Trouble } from '../run/trouble.ts';
import type { Store } from '../store/index.ts';
import type { WorkflowDesk } from '../temporal/workflow-desk.ts';

/** What the reaper works with. */
export interface ReaperDependencies {
  readonly store: Store;
  readonly platform: PlatformClient;
  readonly workflows: WorkflowDesk;
  /** Who asks for what has an answering workflow, too; absent: only what has none is looked for. */
  readonly answered?: AnsweredLook | undefined;
  /** Whether the platform at hand is the study's. */
  isOnPlatform(studyId: string): Promise<boolean>;
  /**
   * Settings of the study's jobs and of its cluster; undefined where they can't be read any more.
   * @param jobNumber of the job whose hardware is asked for; absent: as the study is now
   */
  hardwareOf(studyId: string, jobNumber?: number): Promise<StudyHardware | undefined>;
  readonly now: () => Date;
  readonly signal?: AbortSignal;
}

/** A look at what open workflows answer for and nobody works on, or the platform refuses to end. */
export interface AnsweredLook {
  /** Whether the open workflow of a study answers: without a worker none does. */
  isAnswering(studyWorkflowId: string): Promise<boolean>;
  /** How often the workflow of a cluster has asked the platform in vain to end it, since when, and what the platform said last; undefined where that isn't so just now. */
  refusedEnd(
    clusterWorkflowId: string,
  ): Promise<Pick<Trouble, 'attempts' | 'since' | 'lastError'> | undefined>;
}

/** What needs no Temporal. */
export type LookDependencies = Omit<ReaperDependencies, 'workflows' | 'answered'>;

/** What a study runs on. */
export interface StudyHardware {
  readonly coreType?: string | undefined;
  readonly coresPerSlot: number;
  readonly slots: number;
  /** Hours. */
  readonly walltime?: number | undefined;
  /** A cluster of the study's own; absent where it has none. */
  readonly cluster?: {
    readonly name: string;
    readonly slots: number;
    readonly walltimeHours?: number | undefined;
    /** It is wanted, and paid for, also while nothing runs on it. */
    readonly keepWhilePaused?: true;
  };
  /** Id of one that is there already, and isn't the study's. */
  readonly usedCluster?: string;
}
