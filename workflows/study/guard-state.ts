/** The data that a study keeps for its guards; only `GuardLedger` changes it. */
import type { RunStreaks } from '../../src/run/run-streaks.ts';

/**
 * `ahead`: none of the canary's runs is done, so they alone may run. `failed`: that was told, and a person says how to go on.
 * `over`: one is done, or a person let the study go on without.
 */
type CanaryState = 'ahead' | 'failed' | 'over';

/** Carried across continue-as-new. */
export interface GuardLedgerState {
  /** How the runs of the ended jobs ended, since somebody last saw their failures. */
  readonly ended: RunStreaks;
  /** Jobs in flight whose failures somebody has seen: guards don't look at them any more. */
  readonly seenJobs: readonly number[];
  /** Jobs that a guard had stopped: what they didn't run goes on with the study. */
  readonly heldJobs: readonly number[];
  /** Jobs that were stopped before the study was taken up again: what they didn't run goes on with it, too. */
  readonly stoppedJobs?: readonly number[];
  /** Of a study that an engine of before began: the canary has ended, and none of its runs is done. */
  readonly canaryFailed: boolean;
  /** How far the canary is; absent where the study has none, and where an engine of before began it. */
  readonly canary?: CanaryState;
  /** How often somebody said that the limit of the study's cost was set; absent: never. */
  readonly costLimitLooks?: number;
}
