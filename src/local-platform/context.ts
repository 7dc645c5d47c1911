import type { Catalogue } from './catalogue/catalogue.ts';
import type { PlatformDatabase } from './database/connection.ts';
import type { Faults } from './faults/faults.ts';
import type { OddAnswers } from './odd/odd-answers.ts';
import type { PlatformSettings } from './settings.ts';

/** What the platform's scheduler offers to the endpoints: they change the database, it acts on what it then finds there. */
export interface Scheduler {
  /** Looks at a job again after a write that concerns it. */
  readonly wakeJob: (jobId: string) => void;
  readonly wakeCluster: (clusterId: string) => void;
  /** Ends one run of an executing job, keeping its outputs. */
  readonly stopRun: (jobId: string, run: number) => void;
}

/** All that an endpoint or a part of the scheduler works with. Clock and randomness come in here and nowhere else. */
export interface PlatformContext {
  readonly settings: PlatformSettings;
  /** Real path of the data folder. */
  readonly dataFolder: string;
  readonly database: PlatformDatabase;
  readonly catalogue: Catalogue;
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  /** Undefined where answers are as they should be. */
  readonly odd: OddAnswers | undefined;
  /** Why archives were refused, by the ids of their files. */
  readonly refusedArchives: Map<string, Error>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A fresh id of letters and digits; unlikely ever to come twice. */
  readonly createId: () => string;
  /** Address clients use, without a trailing slash. */
  readonly baseUrl: () => string;
}
