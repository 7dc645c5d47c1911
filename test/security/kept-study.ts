/** A study in a store of its own, and its activities as a workflow calls them: the platform behind them is the test's. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { afterEach } from 'vitest';
import { createActivities } from '../../activities/index.ts';
import { createStudyCache } from '../../activities/study-cache.ts';
import type { ActivityDependencies } from '../../activities/dependencies.ts';
import { loadPlan } from '../../src/cli/load-plan.ts';
import type { Activities } from '../../src/run/activity-contract.ts';
import {
  openStore,
  snapshotStudy,
  type DocumentFolder,
  type Store,
} from '../../src/store/index.ts';
import { hashOfFiles } from '../../src/study-file/index.ts';

/** A study of two runs in one job. */
export const beamStudy = `name: beam
variables:
  - { name: x, type: Param, values: [1, 2] }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
design: { method: full-factorial }
job:
  analysis: { code: user_included, version: "0" }
  command: test \${x}
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 1, walltime: 1 }
`;

/** Who calls an activity, as the Temporal server names it. */
export interface Caller {
  readonly workflowId?: string;
  readonly runId?: string;
  readonly activityId?: string;
}

export interface KeptStudy {
  readonly root: string;
  readonly store: Store;
  readonly folder: DocumentFolder;
  readonly planHash: string;
  /** Calls an activity as a workflow of that id and run does. */
  call<Name extends keyof Activities>(
    name: Name,
    input: Parameters<Activities[Name]>[0],
    caller?: Caller,
  ): ReturnType<Activities[Name]>;
}

/**
 * Keeps the study, as `run` does before its workflow is started; all is removed after the test, or as `cleanUp` says.
 * @param files contents of the files beside the study file, by name
 */
export async function keepStudy(
  studyId: string,
  studyFile: string,
  platform: object,
  cleanUp: (remove: () => void) => void = afterEach,
  files: Readonly<Record<string, string>> = {},
): Promise<KeptStudy> {
  const root = mkdtempSync(join(tmpdir(), 'doeflow-kept-'));
  cleanUp(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'study'));
  for (const [name, content] of Object.entries({ 'study.yaml': studyFile, ...files })) {
    writeFileSync(join(root, 'study', name), content);
  }
  const store = await openStore(join(root, 'store'));
  const { loaded } = await loadPlan(join(root, 'study'));
  const planHash = hashOfFiles(loaded.study, []);
  await snapshotStudy(store, loaded, {
    ...{ studyId, planHash, createdAt: new Date(), engineVersion: '0' },
    resultsDir: join(root, 'results', studyId),
  });
  const activities = createActivities({
    ...{ store, platform, engineVersion: '0', now: () => new Date() },
    studyCache: createStudyCache(store),
    platformGuard: { check: () => Promise.resolve(), checkArchive: () => Promise.resolve() },
    poll: { minMs: 1, maxMs: 2 },
    failpoint: () => Promise.resolve(),
  } as unknown as ActivityDependencies);
  return {
    ...{ root, store, planHash, folder: store.study(studyId) },
    call(name, input, { workflowId = 'study-beam', runId = 'run-1', activityId = '1' } = {}) {
      const environment = new MockActivityEnvironment(
        { activityId, startToCloseTimeoutMs: 2_000, workflowExecution: { workflowId, runId } },
        { logger: new DefaultLogger('ERROR') },
      );
      return environment.run(
        activities[name] as (input: never) => Promise<never>,
        input as never,
      ) as ReturnType<Activities[typeof name]>;
    },
  };
}
