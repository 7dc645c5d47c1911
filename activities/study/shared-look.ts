/** Who looks at the studies that run what it needs too, and what one look finds. */
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import type { AwaitedRun, DocumentFolder, ReusedRun } from '../../src/store/index.ts';
import type { CachedStudy } from '../study-cache.ts';
import type { Taker } from './take-finished-run.ts';

/** What has become of the runs that were waited for. */
export interface SharedLook {
  readonly taken: readonly RunOutcome[];
  /** To be run here. */
  readonly rest: readonly AwaitedRun[];
  readonly left: readonly AwaitedRun[];
  /** Those of them that another study is waited for than before. */
  readonly moved: readonly AwaitedRun[];
  /** Why runs are run here, for readers. */
  readonly told: readonly ReusedRun[];
  /** What is waited for is told otherwise than before. */
  readonly isNews: boolean;
}

/** The study that waits. */
export interface LookingStudy {
  readonly studyId: string;
  readonly folder: DocumentFolder;
  /** As it stands. */
  readonly cached: CachedStudy;
  readonly take: Taker;
}
