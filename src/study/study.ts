/**
 * A study as the engine thinks of it: the study file parsed, defaults filled in, every name checked.
 * Plain frozen data; knows nothing of YAML, files, Temporal or HTTP.
 */

import type { Cell } from '../design/cell.ts';
import type { DesignSettings } from '../design/design-settings.ts';
import type { InputSource } from '../design/input-source.ts';
import type { FailureLimit } from '../run/failure-limit.ts';
import type { RetryCause } from '../run/failure-reason.ts';
import type { NotifyChoice } from '../run/study-events.ts';
import type { CostLimit } from './cost-limit.ts';
import type { RegressionSettings } from './regression-settings.ts';

export type { RegressionSettings, Tolerance } from './regression-settings.ts';

interface Described {
  /** Identifier; unique ignoring case. */
  readonly name: string;
  readonly unit?: string;
  readonly label?: string;
}

/** A column of the param file. Param = uncertain, Design = decision; both are sampled together. */
export interface InputVariable extends Described {
  readonly type: 'Param' | 'Design';
  readonly source: InputSource;
  /** DecimalFormat pattern that rounds the design value itself, such as `0.00##`. */
  readonly format?: string;
  /** Round to whole numbers. */
  readonly integer?: boolean;
  /** Value in the nominal run; default: mean, mode of a Triangular, middle level. */
  readonly nominal?: Cell;
}

/** A column of the case file. */
export interface CaseVariable extends Described {
  readonly type: 'Case';
  readonly values: readonly Cell[];
  /** The CSV the values were read from; variables of one case file are paired row by row, others are crossed. */
  readonly caseFile?: string;
}

export type OutputValueType = 'number' | 'integer' | 'text' | 'boolean';

/** Where a run's response is read. Paths are relative to the run's folder. */
export type OutputSource =
  /** JSON Pointer (RFC 6901) into a JSON file. */
  | { readonly kind: 'pointer'; readonly file: string; readonly pointer: string }
  /** Column of a CSV file, and which row (from 1; negative counts from the end) or how to reduce it. */
  | {
      readonly kind: 'column';
      readonly file: string;
      readonly column: string;
      readonly row?: number;
      readonly reduce?: 'max' | 'min' | 'mean' | 'last';
    }
  /** First group of a regular expression over a text file. */
  | {
      readonly kind: 'regex';
      readonly file: string;
      readonly regex: string;
      readonly match: 'only' | 'first' | 'last';
    }
  /** `key = value`, `key: value` or `key<blank>value` line of a text file. */
  | { readonly kind: 'key'; readonly file: string; readonly key: string }
  /** The nth number, from 1, of a file with numbers only, each perhaps with a word behind it: `tag`, where it is known. Dakota's results file. */
  | { readonly kind: 'value'; readonly file: string; readonly value: number; readonly tag?: string }
  /** `name<TAB>value` line that the post-process script prints. */
  | { readonly kind: 'postProcess'; readonly key: string }
  /** First group of a regular expression over the run's `process_output.log`; without one, its `name<TAB>value` line. */
  | { readonly kind: 'stdout'; readonly regex?: string; readonly match: 'only' | 'first' | 'last' };

export interface OutputVariable extends Described {
  readonly type: 'Output';
  readonly valueType: OutputValueType;
  readonly source: OutputSource;
  /** A run without a required output has failed. */
  readonly required: boolean;
}

/** Judges a run true or false; never drops it. */
export interface ConstraintVariable extends Described {
  readonly type: 'Constraint';
  readonly expression?: string;
  readonly source?: OutputSource;
}

/** A number to be made small or large. */
export interface ObjectiveVariable extends Described {
  readonly type: 'Objective';
  readonly expression?: string;
  readonly source?: OutputSource;
  readonly goal: 'minimize' | 'maximize';
}

export type Variable =
  InputVariable | CaseVariable | OutputVariable | ConstraintVariable | ObjectiveVariable;

export interface JobAnalysisSettings {
  readonly analysis: { readonly code: string; readonly version?: string };
  readonly command: string;
  readonly useMpi?: boolean;
  readonly envVars?: Readonly<Record<string, string>>;
  readonly useRescaleLicense?: boolean;
  readonly onDemandLicenseSeller?: Readonly<Record<string, unknown>>;
  readonly userDefinedLicenseSettings?: Readonly<Record<string, unknown>>;
  readonly preProcess?: { readonly script?: string; readonly command: string };
  readonly postProcess?: { readonly script?: string; readonly command: string };
  readonly inputFiles: readonly { readonly file: string; readonly decompress: boolean }[];
  readonly templates: readonly { readonly template: string; readonly as: string }[];
  readonly flags?: Readonly<Record<string, unknown>>;
}

export interface HardwareSettings {
  /** Core type code; exclusive with coreClass. */
  readonly coreType?: string;
  readonly coreClass?: string;
  readonly coresPerSlot: number;
  readonly slots: number;
  /** Hours. */
  readonly walltime?: number;
  readonly type?: string;
}

/** Value of a custom field: text, number, or several of them. */
export type CustomFieldSetting = string | number | readonly (string | number)[];

export interface JobSettings {
  /** At least one; run one after the other on the same hardware. */
  readonly analyses: readonly JobAnalysisSettings[];
  readonly hardware: HardwareSettings;
  /** Limit for one run's command, kept by the engine's wrapper. */
  readonly runWalltimeSeconds?: number;
  /** Globs of files to keep besides the ones that outputs name. */
  readonly collect: readonly string[];
  /** Values of the platform's custom fields by name, set on every job before it is submitted. */
  readonly customFields?: Readonly<Record<string, CustomFieldSetting>>;
  /** Other create-job fields of the platform under their own names (`projectId`, `billingPriorityValue`, `resourceFilters`, …). */
  readonly fields: Readonly<Record<string, unknown>>;
}

export type ClusterSettings =
  /** An existing cluster, used and never ended. */
  | { readonly kind: 'existing'; readonly id: string }
  /** One made for the study. */
  | {
      readonly kind: 'own';
      readonly name: string;
      readonly slots: number;
      readonly walltimeHours?: number;
      /** A study that is paused keeps it, and pays for it; absent: it gives it back meanwhile. */
      readonly keepWhilePaused?: true;
    };

export interface ExecutionSettings {
  readonly runsPerJob: number;
  readonly maxConcurrentJobs: number;
  /** Absent: each job brings its own hardware (batch). */
  readonly cluster?: ClusterSettings;
  /** Further attempts by cause. */
  readonly retries: Readonly<Record<RetryCause, number>>;
  /** Limit on planned runs whose latest attempt failed: a number of runs, or a fraction of the planned ones. */
  readonly maxFailedRuns: FailureLimit;
  readonly onLimit: 'pause' | 'finish' | 'abort';
  readonly guards: GuardSettings;
  /** Runs that become a job of their own first; absent: none. */
  readonly canary?: number;
  /** Finished runs of other studies stand for equal runs of this one; absent: every run is run. */
  readonly reuse?: true;
  /** What the study commits at most; absent: no limit. */
  readonly maxCost?: CostLimit;
}

/** What holds a study whose runs fail one after the other. */
export interface GuardSettings {
  /** A job all of whose first ended runs failed is held after so many; 0: never. */
  readonly failFast: number;
  /** Runs that may fail in a row; absent: any number. */
  readonly maxConsecutiveFailedRuns?: number;
  /** What to do then, where the study file says so; absent: pause. */
  readonly onTrip?: 'pause' | 'finish' | 'abort';
}

/** The platform's types of a custom field's value. */
export const findingTypes = ['number', 'text', 'select', 'date', 'file', 'user'] as const;
export type FindingType = (typeof findingTypes)[number];

/** A custom field that a study fills at its end. */
export interface Finding {
  readonly name: string;
  readonly valueType: FindingType;
  /** Study-context expression: column functions over the accepted runs; or what `finding-values.ts` says. Several are a field of several values. */
  readonly value: string | readonly string[];
  /** Of a `select`: what can be chosen. */
  readonly options?: readonly string[];
  /** Of a `select`: whether another value is right, too. */
  readonly allowOther?: boolean;
  /** Run-context expression that selects the rows. */
  readonly where?: string;
}

/** Levels of one response that the statistics map onto each other. */
export interface AskedLevels {
  /** Values of the response. */
  readonly response?: readonly number[];
  /** Probabilities of a value of at most the level, inside (0, 1). */
  readonly probability?: readonly number[];
  /** Distances of the level below the mean, in standard deviations. */
  readonly reliability?: readonly number[];
}

/** What the statistics contain in addition to what they contain for every study. */
export interface StatisticsSettings {
  /** Of every interval and tolerance limit, inside (0, 1). Default: 0.95. */
  readonly confidence?: number;
  /** Share of all values that tolerance limits bound, inside (0, 1). Default: 0.95. */
  readonly coverage?: number;
  /** Bootstrap resamples of Sobol' indices; 0: no intervals. Default: 100. */
  readonly resamples?: number;
  /** Total degree of a full polynomial chaos; absent: terms are chosen. */
  readonly chaosDegree?: number;
  /** By the response's name. */
  readonly levels?: Readonly<Record<string, AskedLevels>>;
}

/** What a template may use beside variables: the run's number, its replicate (from 1) and its own seed. */
export type RunColumn = 'run' | 'replicate' | 'seed';

export interface Study {
  readonly name: string;
  readonly description?: string;
  /** In display order. */
  readonly variables: readonly Variable[];
  readonly design: DesignSettings;
  readonly job: JobSettings;
  readonly execution: ExecutionSettings;
  readonly findings: readonly Finding[];
  readonly statistics?: StatisticsSettings;
  /** Absent: all responses must be equal. */
  readonly regression?: RegressionSettings;
  /** Whom it tells how it goes; absent: those who are told of every study. Decides nothing that runs. */
  readonly notify?: NotifyChoice;
  /** Which of `${run}`, `${replicate}` and `${seed}` the templates use; absent: none. */
  readonly runColumns?: readonly RunColumn[];
}
