import type { Environment } from '../../environment.ts';
import type { HomeFiles } from './home-files.ts';

/** What a supervisor is given beside its plan. */
export interface SupervisorContext {
  readonly files: HomeFiles;
  readonly env: Environment;
  /** Ends the supervisor, as a signal to its process does. */
  readonly stop: AbortSignal;
  /** Writes one line for people into the supervisor's own log. */
  readonly report: (line: string) => void;
}
