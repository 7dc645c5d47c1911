/** The real local platform inside the test's process, with jobs that are finished already and a clock that the test sets. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readCatalogue } from '../../../src/local-platform/catalogue/catalogue.ts';
import type { PlatformContext } from '../../../src/local-platform/context.ts';
import { makeDataFolder } from '../../../src/local-platform/data-folder.ts';
import { PlatformDatabase } from '../../../src/local-platform/database/connection.ts';
import {
  assignField,
  writeField,
} from '../../../src/local-platform/database/custom-field-store.ts';
import { insertOutput, insertUpload } from '../../../src/local-platform/database/file-store.ts';
import { changeJob, insertJob } from '../../../src/local-platform/database/job-store.ts';
import { appendStatus } from '../../../src/local-platform/database/status-history.ts';
import type { FaultPlan } from '../../../src/local-platform/faults/fault-plan.ts';
import { Faults } from '../../../src/local-platform/faults/faults.ts';
import { allEndpoints } from '../../../src/local-platform/http/endpoints/index.ts';
import { createServer } from '../../../src/local-platform/http/server.ts';
import { readSettings } from '../../../src/local-platform/settings.ts';
import { createPlatformClient, type PlatformClient } from '../../../src/platform-api/index.ts';

const token = 'test-token-4711';

/** A job as a test wishes it. */
export interface WishedJob {
  readonly name?: string;
  /** ISO 8601; absent: still executing. */
  readonly endedAt?: string;
  readonly status?: string;
  /** Contents of output files by path, such as `run1/out.txt`. */
  readonly outputs?: Readonly<Record<string, string>>;
  /** Ids of uploaded files. */
  readonly inputs?: readonly string[];
  readonly tags?: readonly string[];
}

export interface FinishedJobs {
  readonly client: PlatformClient;
  readonly baseUrl: string;
  /** Requests so far, such as `GET /api/v2/jobs/`. */
  readonly requests: string[];
  clock: string;
  upload(name: string, content: string): Promise<string>;
  addJob(job: WishedJob): Promise<string>;
  end(jobId: string, endedAt: string, status?: string): Promise<void>;
  writeField(jobId: string, name: string, value: string): Promise<void>;
  change(jobId: string, change: Parameters<typeof changeJob>[2]): Promise<void>;
}

/** Serves the platform until the test ends. */
export async function serveFinishedJobs(
  options: { readonly faults?: FaultPlan['rules']; readonly arguments?: readonly string[] } = {},
): Promise<FinishedJobs> {
  const root = mkdtempSync(join(tmpdir(), 'doeflow-finished-'));
  const dataFolder = makeDataFolder(join(root, 'data'));
  const database = new PlatformDatabase(join(dataFolder, 'platform.db'));
  let [clock, ids, baseUrl] = ['2026-01-01T00:00:00Z', 0, ''];
  const now = (): number => Date.parse(clock);
  const settings = readSettings(
    ['--data', dataFolder, '--token', token, ...(options.arguments ?? [])],
    {},
  );
  const plan = options.faults === undefined ? undefined : { seed: 1, rules: options.faults };
  const context: PlatformContext = {
    ...{ settings, dataFolder, database, now, baseUrl: () => baseUrl },
    catalogue: readCatalogue(undefined),
    scheduler: { wakeJob: () => {}, wakeCluster: () => {}, stopRun: () => {} },
    faults: new Faults(plan, database, now),
    odd: undefined,
    refusedArchives: new Map(),
    createId: () => `id${(ids += 1)}`,
  };
  const app = await createServer(context, allEndpoints);
  const requests: string[] = [];
  app.server.prependListener('request', ({ method, url }: { method: string; url: string }) => {
    requests.push(`${method} ${url}`);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const client = createPlatformClient({ baseUrl, token, readRetryDelaysMs: [1, 1] });
  onTestFinished(async () => {
    await client.close();
    await app.close();
    database.close();
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  });
  const keep = (storedPath: string, content: string): string => {
    mkdirSync(dirname(join(dataFolder, storedPath)), { recursive: true });
    writeFileSync(join(dataFolder, storedPath), content);
    return createHash('md5').update(content).digest('hex');
  };
  const end = (jobId: string, endedAt: string, status = 'Completed'): Promise<void> =>
    database.write(() => {
      appendStatus(database, `job:${jobId}`, status, Date.parse(endedAt));
      appendStatus(database, `job-cluster:${jobId}`, 'Stopped', Date.parse(endedAt) + 1000);
      changeJob(database, jobId, { status, cluster_status: 'Stopped' });
    });
  return {
    ...{ client, requests, end },
    get baseUrl() {
      return baseUrl;
    },
    get clock() {
      return clock;
    },
    set clock(time) {
      clock = time;
    },
    async upload(name, content) {
      const id = context.createId();
      const storedPath = `files/${id}`;
      const md5 = keep(storedPath, content);
      await database.write(() =>
        insertUpload(database, {
          ...{ id, name, typeId: 1, size: content.length, md5, uploadedAt: now() },
          ...{ storedPath, jobId: null, run: null, relativePath: name },
        }),
      );
      return id;
    },
    async addJob({ name = 'job', endedAt, status, outputs = {}, inputs = [], tags = [] }) {
      const jobId = context.createId();
      await database.write(() => {
        insertJob(database, jobId, recordOf(name, inputs), now(), 0);
        assignField(database, jobId, {
          ...{ name: 'Approved', valueType: 'text', section: 'Context' },
        } as Parameters<typeof assignField>[2]);
        appendStatus(database, `job:${jobId}`, 'Executing', now());
        changeJob(database, jobId, {
          ...{ status: 'Executing', cluster_status: 'Started', tags: JSON.stringify(tags) },
          output_count: Object.keys(outputs).length,
          output_bytes: Object.values(outputs).join('').length,
        });
        for (const [index, [path, content]] of Object.entries(outputs).entries()) {
          const [, run = '1', relativePath = path] = /^run(\d+)\/(.*)$/u.exec(path) ?? [];
          const storedPath = `jobs/${jobId}/runs/${path}`;
          const file = {
            ...{ id: context.createId(), name: relativePath.split('/').at(-1) ?? '', typeId: 5 },
            ...{ size: Buffer.byteLength(content), md5: keep(storedPath, content) },
            ...{ uploadedAt: now(), storedPath, jobId, run: Number(run), relativePath },
          };
          insertOutput(database, file, index + 1);
        }
      });
      if (endedAt !== undefined) await end(jobId, endedAt, status);
      return jobId;
    },
    writeField: (jobId, name, value) =>
      database.write(() => void writeField(database, jobId, name, value, 'engineer@localhost')),
    change: (jobId, change) => database.write(() => changeJob(database, jobId, change)),
  };
}

function recordOf(name: string, inputs: readonly string[]): Parameters<typeof insertJob>[2] {
  return {
    ...{ name, jobvariables: [], paramFile: null, caseFile: null, expectedRuns: 1 },
    ...{ includeNominalRun: false, isTemplateDryRun: false, isLowPriority: true },
    ...{ billingPriorityValue: null, monteCarloIterations: null, resourceFilters: [] },
    projectId: null,
    jobanalyses: [
      {
        analysis: { code: 'user_included', version: '0', name: 'Own', versionName: '0' },
        command: 'true',
        hardware: {
          ...{ coreType: 'emerald', coreClass: null, coresPerSlot: 1 },
          ...{ slots: 1, type: 'compute', walltime: 1 },
        },
        ...{ useMpi: false, envVars: {}, flags: {}, useRescaleLicense: false, templateTasks: [] },
        inputFiles: inputs.map((id) => ({ id, decompress: true })),
        ...{ preProcessScript: null, preProcessScriptCommand: '' },
        ...{ postProcessScript: null, postProcessScriptCommand: '' },
        ...{ onDemandLicenseSeller: null, userDefinedLicenseSettings: null },
      },
    ],
  };
}
