import type { Environment } from '../../environment.ts';
import type { HomeFiles } from './home-files.ts';
import type { SupervisorPlan } from './plan.ts';

/** What a client says when it wants a lease on a home's programs. */
export interface LeaseRequest {
  readonly plan: SupervisorPlan;
  readonly files: HomeFiles;
  readonly env: Environment;
  /** True for a client that means to stay. */
  readonly keep: boolean;
  /** True for a client that needs no worker: none is started for it. */
  readonly looksOnly?: boolean;
  /** Hears short sentences while the programs start, or start again. */
  readonly onProgress: (sentence: string) => void;
  /** Gives up the start. */
  readonly signal: AbortSignal | undefined;
}
