import type { PlatformClient } from '../platform-api/index.ts';
import type { Store } from '../store/index.ts';
import type { WorkflowDesk } from '../temporal/workflow-desk.ts';

/** What the reaper works with. */
export interface ReaperDependencies {
  readonly store: Store;
  readonly platform: PlatformClient;
  readonly workflows: WorkflowDesk;
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

/** What needs no Temporal. */
export type LookDependencies = Omit<ReaperDependencies, 'workflows'>;

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
