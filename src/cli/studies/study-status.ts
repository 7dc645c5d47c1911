import type { StudyProgress } from '../../run/messages.ts';
import type { StoredStudy } from './stored-study.ts';

/** The status of a study as it could be read. */
export interface StudyStatus {
  readonly stored: StoredStudy;
  /** Absent where it is unknown; `trouble` says why. */
  readonly progress: StudyProgress | undefined;
  /** Why `progress` is absent, as a sentence. */
  readonly trouble: string | undefined;
}
