/** What activities work with; made once by the worker. */
import type { PlatformClient } from '../src/platform-api/index.ts';
import type { Store } from '../src/results/index.ts';
import type { ReachPoint } from './hold-points.ts';
import type { StudyShelf } from './study-shelf.ts';

export interface ActivityDependencies {
  readonly platform: PlatformClient;
  readonly store: Store;
  /** Studies of the store, parsed and planned. */
  readonly shelf: StudyShelf;
  /** Bounds of the wait between two looks at the platform. */
  readonly poll: { readonly minMs: number; readonly maxMs: number };
  readonly reach: ReachPoint;
  readonly engineVersion: string;
}
