/** What activities work with; made once by the worker. */
import type { PlatformClient } from '../src/platform-api/index.ts';
import type { NotifyTargets } from '../src/notify/index.ts';
import type { ObjectStore } from '../src/objects/index.ts';
import type { Store } from '../src/store/index.ts';
import type { WorkflowDesk } from '../src/temporal/workflow-desk.ts';
import type { Failpoint } from './failpoints.ts';
import type { PlatformGuard } from './platform-guard.ts';
import type { CorePrice } from '../src/study/cost.ts';
import type { StudyCache } from './study-cache.ts';
import type { TakeOverGuard } from './take-over-guard.ts';
import type { SmallOutputs } from '../src/small-outputs.ts';

export interface ActivityDependencies {
  readonly platform: PlatformClient;
  /** Keeps studies of other platforms from `platform`. */
  readonly platformGuard: PlatformGuard;
  /** Keeps a home from what is paid for once another one goes on in its place; absent: the platform is the home's own. */
  readonly takeOvers?: TakeOverGuard;
  readonly store: Store;
  /** Opens an archive's destination by its address. */
  readonly openDestination: (address: string) => Promise<ObjectStore>;
  /** Studies of the store, parsed and planned. */
  readonly studyCache: StudyCache;
  /** Temporal, as one asks it after workflows. */
  readonly workflows: WorkflowDesk;
  /** Bounds of the wait between two looks at the platform. `firstMs`: the first waits are that short, where a look costs nothing; they grow. */
  readonly poll: { readonly minMs: number; readonly maxMs: number; readonly firstMs?: number };
  /** How small outputs come from the platform; absent: as usual. */
  readonly smallOutputs?: SmallOutputs;
  readonly failpoint: Failpoint;
  /** Aborted once the worker is asked to end: what only waits is left to another one. Absent: it never is. */
  readonly handBack?: AbortSignal;
  /** Whom every study tells how it goes, by name; absent: nobody. */
  readonly defaultTargets?: () => NotifyTargets;
  /** How long an hour of walltime lasts, in milliseconds; absent: an hour. */
  readonly hourMs?: number;
  /** Prices of a core hour that the platform doesn't tell, by core type; absent: none. */
  readonly ownPrices?: () => Readonly<Record<string, CorePrice>>;
  /** Hears the status of each run that was judged, for a worker's figures. */
  readonly onRunJudged?: (status: string) => void;
  readonly engineVersion: string;
  /** The worker's clock. */
  readonly now: () => Date;
}
