/** A platform on this machine of which a test says what it shows: jobs, their runs and files, clusters, and its ledger of effects. */
import { createHash } from 'node:crypto';
import {
  DamagedDownloadError,
  NotFoundError,
  type PlatformClient,
} from '../../src/platform-api/index.ts';

export interface ShownFile {
  readonly run: number;
  readonly path: string;
  /** What its record says of it. */
  md5: string;
  /** Undefined where it is gone behind the platform's back. */
  content: string | undefined;
}

export interface ShownJob {
  readonly id: string;
  name: string;
  expectedRuns: number;
  /** Absent where the platform tells nothing of it. */
  jobanalyses?: ShownAnalysis[];
  isLowPriority?: boolean;
  /** Newest first. */
  statuses: { status: string; statusDate: string }[];
  runs: { id: string; dateStarted: string; dateCompleted: string; x: string }[];
  files: ShownFile[];
  fields: Record<string, { value: unknown }>;
}

export interface ShownAnalysis {
  analysis: { code: string; version?: string };
  command?: string;
  hardware?: { coreType?: string; coresPerSlot?: number; slots?: number };
}

export interface ShownCluster {
  readonly id: string;
  readonly name: string;
  statuses: { status: string; statusDate: string }[];
}

export interface Shown {
  jobs: ShownJob[];
  clusters: ShownCluster[];
  /** The platform's own ledger; undefined for a platform that serves none. */
  ledger:
    { at: number; kind: string; subject: string; run: number | null; detail: object }[] | undefined;
}

export const md5Of = (content: string): string => createHash('md5').update(content).digest('hex');

/** Its job of that id. */
export function jobOf({ jobs }: Shown, id = 'J1'): ShownJob {
  const job = jobs.find((each) => each.id === id);
  if (job === undefined) throw new Error(`Expected job ${id}, got none`);
  return job;
}

/** A client of it, as far as an audit asks. */
export function clientOf(shown: Shown): PlatformClient {
  const gone = (path: string): NotFoundError =>
    new NotFoundError('Not found.', { method: 'GET', path, status: 404 });
  const served = (id: string): ShownJob => {
    const job = shown.jobs.find((each) => each.id === id);
    if (job === undefined) throw gone(`/api/v2/jobs/${id}/`);
    return job;
  };
  const clusterOf = (id: string): ShownCluster => {
    const cluster = shown.clusters.find((each) => each.id === id);
    if (cluster === undefined) throw gone(`/api/v3/clusters/${id}/`);
    return cluster;
  };
  const contents = new Map<string, ShownFile>();
  return {
    baseUrl: 'http://127.0.0.1:1',
    jobs: {
      list: ({ q = '' }) => rows(() => shown.jobs.filter(({ name }) => name.includes(q))),
      get: async (id: string) => ({ jobanalyses: [], ...served(id) }),
      statuses: (id: string) => rows(() => served(id).statuses),
      runs: async (id: string) =>
        rows(() =>
          served(id).runs.map(({ x, ...run }) => ({
            ...run,
            variables: [{ name: 'x', value: x, displayValue: x }],
          })),
        ),
      files: (id: string) =>
        rows(() =>
          served(id).files.map((file, index) => {
            contents.set(`${id}-${index}`, file);
            const path = `user/1/output/job_${id}/run${file.run}/${file.path}`;
            return {
              id: `${id}-${index}`,
              name: file.path,
              relativePath: file.path,
              path,
              md5: file.md5,
            };
          }),
        ),
    },
    files: {
      stream: async function* ({ id }: { id: string }) {
        const file = contents.get(id);
        const path = `/api/v2/files/${id}/contents/`;
        if (file?.content === undefined) throw gone(path);
        if (md5Of(file.content) !== file.md5) {
          throw new DamagedDownloadError('another MD5', { method: 'GET', path });
        }
        yield Buffer.from(file.content);
      },
    },
    customFields: { values: async (id: string) => served(id).fields },
    clusters: {
      list: async () => rows(() => shown.clusters),
      get: async (id: string) => clusterOf(id),
      statuses: (id: string) => rows(() => clusterOf(id).statuses),
    },
    raw: {
      send: async ({ query }: { query: { after: number } }) => {
        if (shown.ledger === undefined) throw gone('/local/ledger/');
        const entries = shown.ledger.map((entry, index) => ({ seq: index + 1, ...entry }));
        return { json: { entries: entries.filter(({ seq }) => seq > query.after) } };
      },
    },
  } as unknown as PlatformClient;
}

async function* rows<T>(all: () => readonly T[]): AsyncGenerator<T> {
  for (const row of all()) yield await Promise.resolve(row);
}
