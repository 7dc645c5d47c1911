/** One job of a made-up platform behind real HTTP, and the study in whose store its runs are collected. */
import { noWorkflows } from '../../kit/no-workflows.ts';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import type { RetryCause } from '../../../src/run/failure-reason.ts';
import type { CachedStudy } from '../../../activities/study-cache.ts';
import { layout, openStore, type DocumentFolder } from '../../../src/store/index.ts';
import {
  connect,
  json,
  startServer,
  type SeenRequest,
} from '../../platform-api/scripted-server.ts';

/** Answers a call for the contents of a file, or leaves it to the good server by giving false. */
export type Disturb = (call: {
  /** Such as `7-out.txt`. */
  readonly file: string;
  readonly content: string;
  /** Calls of any kind so far, this one included. */
  readonly calls: number;
  readonly response: ServerResponse;
}) => boolean;

export interface ServedJob {
  readonly dependencies: ActivityDependencies;
  readonly folder: DocumentFolder;
  /** What the platform shows; a test may change it at any time. */
  readonly platform: {
    runsServed: boolean;
    /** Pages of runs from this one on are answered 500. */
    runsBrokenFrom: number;
    /** Each run that has ended, with its exit code. */
    readonly ended: Map<number, number>;
    /** Runs that never began, by the platform's records. */
    readonly unbegun: Set<number>;
    /** Runs that have ended, and that the platform's records don't call completed yet. */
    readonly uncompleted: Set<number>;
    /** The history of the job, and that of the cluster that it ran on; newest first. */
    history: readonly object[];
    clusterHistory: readonly object[];
    /** Files that aren't listed yet, such as `7-out.txt`. */
    readonly unlisted: Set<string>;
    disturb: Disturb;
    /** Answers every call but those for contents with 502. */
    isDown: boolean;
    /** Its whole name, by which it is found. */
    jobName: string;
    /** So many of the next calls about the job are answered 404; the job's own record is not, unless all are. */
    missing: number;
  };
  /** Contents that were asked for, by file, in their order. */
  readonly downloads: string[];
}

const attemptKey = 'key-1';
const studyId = 'served';

/** Input of the activities. */
export const target = { studyId, jobNumber: 1, jobId: 'job1' };

/** Starts a platform whose job has `runCount` runs, and prepares their study, which repeats none but by `retries`; all is removed after the test. */
export async function serveJob(
  runCount: number,
  retries: Partial<Record<RetryCause, number>> = {},
): Promise<ServedJob> {
  const root = mkdtempSync(join(tmpdir(), 'doeflow-served-'));
  afterEach(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));
  const platform: ServedJob['platform'] = {
    runsServed: false,
    runsBrokenFrom: Infinity,
    ended: new Map(),
    unbegun: new Set(),
    uncompleted: new Set(),
    history: [{ status: 'Executing' }],
    clusterHistory: [],
    unlisted: new Set(),
    disturb: () => false,
    isDown: false,
    jobName: 'job',
    missing: 0,
  };
  const downloads: string[] = [];
  let calls = 0;
  const server = await startServer((request, response) => {
    calls += 1;
    answer(request, response);
  });
  const answer = ({ url }: SeenRequest, response: ServerResponse): void => {
    const { pathname, searchParams } = new URL(url, 'http://served');
    const file = /\/files\/([^/]+)\/contents\//u.exec(pathname)?.[1];
    if (file !== undefined) {
      downloads.push(file);
      const content = contentOf(file, platform.ended);
      if (platform.disturb({ file, content, calls, response })) return;
      response.end(content);
    } else if (platform.isDown) json(response, { detail: 'down' }, 502);
    else if (
      platform.missing > 0 &&
      (platform.missing === Infinity || !pathname.endsWith(`/jobs/${target.jobId}/`))
    ) {
      platform.missing -= 1;
      json(response, { detail: 'Not found.' }, 404);
    } else if (pathname.endsWith(`/jobs/${target.jobId}/`))
      json(response, { id: target.jobId, name: platform.jobName });
    else if (pathname.endsWith('/jobs/'))
      page(response, [{ id: target.jobId, name: platform.jobName }], searchParams);
    else if (pathname.endsWith('/statuses/')) {
      const isCluster = pathname.includes('/clusters/');
      page(response, isCluster ? platform.clusterHistory : platform.history, searchParams);
    } else if (pathname.endsWith('/runs/')) {
      if (!platform.runsServed) json(response, { detail: 'no such method' }, 405);
      else if (Number(searchParams.get('page') ?? 1) >= platform.runsBrokenFrom)
        json(response, { detail: 'Oops.' }, 500);
      else page(response, recordsOf(runCount, platform), searchParams);
    } else page(response, filesOf(platform), searchParams);
  };
  const store = await openStore(root);
  const folder = store.study(studyId);
  await folder.write(layout.jobSpec(1), {
    ...{ jobNumber: 1, jobName: 'job', searchTag: 's', jobTag: 't', attemptKey },
    ...{ expectedRuns: runCount, runs: { first: 1, last: runCount }, files: [] },
    inputsTemplate: { name: 'in', sha256: '0' },
  });
  await folder.write(layout.platformJob(1), { jobId: target.jobId });
  const dependencies = {
    platform: connect(server),
    store,
    studyCache: { get: () => Promise.resolve(study(runCount, retries)) },
    workflows: noWorkflows,
    platformGuard: { check: () => Promise.resolve(), checkArchive: () => Promise.resolve() },
    openDestination: () => Promise.reject(new Error('no destination')),
    poll: { minMs: 1, maxMs: 5 },
    failpoint: () => Promise.resolve(),
    engineVersion: '0',
    now: () => new Date(),
  };
  return { dependencies, folder, platform, downloads };
}

function study(runCount: number, retries: Partial<Record<RetryCause, number>>): CachedStudy {
  const source = { kind: 'key', file: 'out.txt', key: 'y' };
  return {
    study: {
      variables: [{ type: 'Output', name: 'y', valueType: 'number', source, required: true }],
      job: { analyses: [{}], collect: [], fields: {}, hardware: { coresPerSlot: 1, slots: 1 } },
      execution: { retries: { platform: 0, timeout: 0, solver: 0, output: 0, ...retries } },
    },
    plan: {
      ...{ runCount, columns: ['x'], includesNominalRun: false },
      block: (start: number) => ({ columns: [[start + 1]] }),
    },
    judges: { judge: (values: object) => ({ values, failed: [] }) },
    snapshot: {},
    keysOfRuns: (runs: readonly number[]) =>
      runs.map((run) => ({ run, key: String(run).padStart(64, '0') })),
  } as unknown as CachedStudy;
}

function contentOf(file: string, ended: ReadonlyMap<number, number>): string {
  const [run = ''] = file.split('-');
  if (file.endsWith('out.txt')) return `y = ${run}\n`;
  if (file.endsWith('.log')) return 'log\n';
  // Spelt as no wrapper does, so that nothing but its content proves it.
  return `doeflow 1 ${attemptKey}\nin\tx\t${run}.0\nexit\t0\t${ended.get(Number(run)) ?? 0}\n`;
}

function filesOf({ ended, unlisted }: ServedJob['platform']): object[] {
  return [...ended]
    .flatMap(([run, code]) =>
      ['process_output.log', ...(code === 0 ? ['out.txt'] : []), 'doeflow-run.txt'].map((name) => ({
        run,
        name,
        id: `${run}-${name}`,
      })),
    )
    .filter(({ id }) => !unlisted.has(id))
    .map(({ run, name, id }) => {
      const content = contentOf(id, ended);
      return {
        ...{ id, name, relativePath: name, path: `jobs/job1/run${run}/${name}` },
        decryptedSize: content.length,
        md5: createHash('md5').update(content).digest('hex'),
      };
    });
}

function recordsOf(
  runCount: number,
  { ended, unbegun, uncompleted }: ServedJob['platform'],
): object[] {
  return Array.from({ length: runCount }, (_, index) => ({
    id: String(index + 1),
    dateStarted: unbegun.has(index + 1) ? null : '2026-01-01T00:00:00Z',
    dateCompleted:
      ended.has(index + 1) && !uncompleted.has(index + 1) ? '2026-01-01T00:00:01Z' : null,
    variables: [],
  }));
}

function page(response: ServerResponse, rows: readonly object[], query: URLSearchParams): void {
  const [number, size] = [Number(query.get('page') ?? 1), Number(query.get('page_size') ?? 100)];
  const results = rows.slice((number - 1) * size, number * size);
  const next = number * size < rows.length ? 'http://served/next' : null;
  json(response, { count: rows.length, next, previous: null, results });
}
