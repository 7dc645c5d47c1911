/**
 * What one can ask of the platform, as types. Every call takes an optional `signal`; when it aborts, the call rejects with the
 * signal's reason. Every call may reject with a {@link PlatformError} subclass. Lists are read lazily, page by page.
 */
import type {
  CallOptions,
  DownloadOptions,
  ListOptions,
  TransferOptions,
  UploadOptions,
} from './call-options.ts';
import type { NotServed } from './not-served.ts';
import type { RawCalls } from './raw-calls.ts';
import type {
  Analysis,
  AssignedCustomFields,
  Cluster,
  ComputePrice,
  CoreType,
  CreateClusterRequest,
  CreateJobRequest,
  CustomFieldInput,
  CustomFieldRequest,
  CustomFieldSection,
  CustomFieldValue,
  Job,
  JobListItem,
  JobRun,
  JobSummary,
  LogEntry,
  PlatformFile,
  Share,
  StatusEntry,
  User,
  WorkspaceCustomFields,
} from './schemas/index.ts';

export interface CoreTypes {
  list(options?: ListOptions): AsyncIterable<CoreType>;
}

export interface Analyses {
  list(options?: ListOptions): AsyncIterable<Analysis>;
}

export interface Files {
  /** @throws TooLargeError before sending above 5 GB; DamagedUploadError when the record's size or MD5 differ from what was sent. */
  upload(options: UploadOptions): Promise<PlatformFile>;
  uploadBytes(
    content: Uint8Array | string,
    options: { readonly name: string; readonly typeId?: number | undefined } & TransferOptions,
  ): Promise<PlatformFile>;
  /** Writes `<targetPath>.part`, checks size and MD5, then renames. @throws DamagedDownloadError */
  download(
    file: PlatformFile,
    targetPath: string,
    options?: DownloadOptions,
  ): Promise<{ readonly bytes: number; readonly md5: string }>;
  /** The contents piece by piece, checked as a download: whoever reads them to the end without an error has them whole. */
  stream(file: PlatformFile, options?: TransferOptions): AsyncIterable<Uint8Array>;
  /** The contents in memory, checked as a download. @throws TooLargeError above `maxBytes` (default 16 MiB). */
  read(
    file: PlatformFile,
    options?: CallOptions & { readonly maxBytes?: number | undefined },
  ): Promise<Buffer>;
  /** The file's record, where served. */
  get(fileId: string, options?: CallOptions): Promise<PlatformFile | NotServed>;
  /** Deletes a file, where served. */
  delete(fileId: string, options?: CallOptions): Promise<NotServed | undefined>;
  /** The caller's files, newest first, where served. */
  list(
    options?: ListOptions & { readonly search?: string | undefined },
  ): Promise<AsyncIterable<PlatformFile> | NotServed>;
}

export interface JobListOptions extends ListOptions {
  /** Text search, see `query`. */
  readonly q?: string | undefined;
  readonly state?: 'completed' | 'not_completed' | undefined;
  /** A job status filter word such as `EXECUTING`; rows are checked again here, as platforms are known to ignore it. */
  readonly jobStatus?: string | undefined;
  /** `0` all, `1` owned (default), `2` shared. */
  readonly f?: '0' | '1' | '2' | undefined;
}

export interface Jobs {
  list(options?: JobListOptions): AsyncIterable<JobListItem>;
  /** The first pages of the list, newest first by `dateInserted`; for a look past a lagging search. */
  listNewest(
    options?: CallOptions & { readonly pages?: number; readonly pageSize?: number },
  ): Promise<readonly JobListItem[]>;
  /** Jobs whose whole name is `name`, oldest first: searched by one bare `word` of it, then among the newest pages. */
  findByExactName(
    word: string,
    name: string,
    options?: CallOptions & { readonly newestPages?: number },
  ): Promise<readonly JobListItem[]>;
  get(jobId: string, options?: CallOptions): Promise<Job>;
  /** Saves a job; it isn't started. v3 spells `coreType` as an object, which is done here. */
  create(
    body: CreateJobRequest,
    options?: CallOptions & { readonly version?: 'v2' | 'v3' | undefined },
  ): Promise<Job>;
  submit(jobId: string, options?: CallOptions): Promise<void>;
  stop(jobId: string, options?: CallOptions): Promise<void>;
  forceStop(jobId: string, options?: CallOptions): Promise<void>;
  /** Ends the job at once; its output is lost. */
  shutdown(jobId: string, options?: CallOptions): Promise<void>;
  patch(
    jobId: string,
    changes: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<JobSummary>;
  put(
    jobId: string,
    fields: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<JobSummary>;
  delete(
    jobId: string,
    options?: CallOptions & { readonly deleteInputFiles?: boolean | undefined },
  ): Promise<void>;
  deleteMany(
    jobIds: readonly string[],
    options?: CallOptions & { readonly deleteInputFiles?: boolean | undefined },
  ): Promise<void>;
  share(
    jobId: string,
    request: { readonly email: string; readonly message?: string | undefined },
    options?: CallOptions,
  ): Promise<Share>;
  /** History of the job, newest first. */
  statuses(jobId: string, options?: ListOptions): AsyncIterable<StatusEntry>;
  /** History of the job's cluster, newest first. */
  clusterStatuses(jobId: string, options?: ListOptions): AsyncIterable<StatusEntry>;
  /** User logs merged with the statuses, sorted by date. */
  extendedLogs(jobId: string, options?: CallOptions): Promise<readonly LogEntry[]>;
  /** Output files of all runs; a file's run is in `path` (`.../run<N>/<relativePath>`). */
  files(
    jobId: string,
    options?: ListOptions & { readonly search?: string | undefined },
  ): AsyncIterable<PlatformFile>;
  /** Runs of the job; undefined where the platform doesn't serve them. */
  runs(jobId: string, options?: ListOptions): Promise<AsyncIterable<JobRun> | undefined>;
  /** Output files of one run; undefined where the platform doesn't serve them. */
  runFiles(
    jobId: string,
    run: string,
    options?: ListOptions,
  ): Promise<AsyncIterable<PlatformFile> | undefined>;
  /** The last lines of a text file of a run that executes now; NotServed as well where the run doesn't. `path` is relative to the run's folder. */
  liveLines(
    jobId: string,
    run: string,
    path: string,
    options: CallOptions & { readonly lines: number },
  ): Promise<readonly string[] | NotServed>;
}

export interface CustomFields {
  definitions(
    companyCode: string,
    workspaceId: string,
    options?: CallOptions,
  ): Promise<WorkspaceCustomFields>;
  /** Assigns fields to a job; sections not given are sent empty. */
  assigned(
    jobId: string,
    fields: Partial<Readonly<Record<CustomFieldSection, readonly CustomFieldRequest[]>>>,
    options?: CallOptions,
  ): Promise<AssignedCustomFields>;
  /** A job's fields by name. */
  values(jobId: string, options?: CallOptions): Promise<Readonly<Record<string, CustomFieldValue>>>;
  /** Writes values by field name; null clears. The document names this request without its shape: NotServed where it is missing. */
  write(
    jobId: string,
    values: Readonly<Record<string, CustomFieldInput>>,
    options?: CallOptions,
  ): Promise<NotServed | undefined>;
}

export interface Clusters {
  create(body: CreateClusterRequest, options?: CallOptions): Promise<Cluster>;
  start(clusterId: string, options?: CallOptions): Promise<void>;
  /** History, newest first. */
  statuses(clusterId: string, options?: ListOptions): AsyncIterable<StatusEntry>;
  submitJob(
    clusterId: string,
    job: { readonly id: string; readonly submit: boolean },
    options?: CallOptions,
  ): Promise<{ readonly id: string }>;
  list(options?: ListOptions): Promise<AsyncIterable<Cluster> | NotServed>;
  get(clusterId: string, options?: CallOptions): Promise<Cluster | NotServed>;
  shutdown(clusterId: string, options?: CallOptions): Promise<NotServed | undefined>;
}

export interface Accounts {
  me(options?: CallOptions): Promise<User | NotServed>;
}

export interface Billing {
  computePrices(options?: CallOptions): Promise<readonly ComputePrice[] | NotServed>;
}

/** The whole client. Make one per worker: its budgets are shared by all its callers, and by its book with other programs of the same token. */
export interface PlatformClient {
  /** Origin and path in front of `/api/`, without a trailing slash. */
  readonly baseUrl: string;
  readonly coreTypes: CoreTypes;
  readonly analyses: Analyses;
  readonly files: Files;
  readonly jobs: Jobs;
  readonly customFields: CustomFields;
  readonly clusters: Clusters;
  readonly user: Accounts;
  readonly billing: Billing;
  /** Any call, for people and scripts. */
  readonly raw: RawCalls;
  /** What is amiss with the platform and was worked around in the last ten minutes, as sentences for a person. */
  remarks(): readonly string[];
  /** Ends the connections; calls under way are cut. */
  close(): Promise<void>;
}
