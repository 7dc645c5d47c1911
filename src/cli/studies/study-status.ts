import type { StudyProgress } from '../../run/messages.ts';
import type { Trouble } from '../../run/trouble.ts';
import type { Look } from '../../look/look-at-study.ts';
import type { StudyLoss } from './study-loss.ts';
import type { StoredStudy } from './stored-study.ts';

/** The status of a study as it could be read. */
export interface StudyStatus {
  readonly stored: StoredStudy;
  /** Absent where it is unknown; `trouble` says why. */
  readonly progress: StudyProgress | undefined;
  /** Platform job id -> runs that ended, and runs that execute, inside jobs that aren't collected yet. */
  readonly inside?: Pick<Look, 'runsInside' | 'runsRunning'>;
  /** Why `progress` is absent, as a sentence. */
  readonly trouble: string | undefined;
  /** Set for an occurrence of a recurring study that begins by itself. */
  readonly waits?: true;
  /** How the study was lost, where its workflow closed without an end of it. */
  readonly loss?: StudyLoss | undefined;
  /** What the open study waits for, the oldest first. */
  readonly troubles: readonly Trouble[];
  /** No engine is up: nobody works on the study, though it isn't known to have ended. */
  readonly isIdle?: true;
}

/** True for an open study of which nobody could be asked, for what its troubles say: what it made goes on, and nobody ends it meanwhile. */
export function isUnanswered({
  progress,
  loss,
  isIdle,
  troubles,
}: Pick<StudyStatus, 'progress' | 'loss' | 'isIdle' | 'troubles'>): boolean {
  return progress === undefined && loss === undefined && isIdle !== true && troubles.length > 0;
}
