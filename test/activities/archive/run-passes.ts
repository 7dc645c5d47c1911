/** An archive in a store, whose passes a test runs step by step as their workflow would. */
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { archiveJobs } from '../../../activities/archive/archive-jobs.ts';
import { archiveStudy } from '../../../activities/archive/archive-study.ts';
import { closePass } from '../../../activities/archive/close-pass.ts';
import { deleteJobs } from '../../../activities/archive/delete-jobs.ts';
import { openPass } from '../../../activities/archive/open-pass.ts';
import { planDeletions } from '../../../activities/archive/plan-deletions.ts';
import { proveJobs } from '../../../activities/archive/prove-jobs.ts';
import { selectJobs } from '../../../activities/archive/select-jobs.ts';
import { noWorkflows } from '../../kit/no-workflows.ts';
import type { ActivityRun } from '../../../activities/as-activity.ts';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import {
  archiveLayout,
  keyOfOrder,
  openArchiveDestination,
  openCopyLedger,
  type ArchiveOrder,
  type ArchiveRecord,
  type PassReport,
} from '../../../src/archive/index.ts';
import { openFolderStore } from '../../../src/objects/index.ts';
import type { PassProgress, PassResult } from '../../../src/run/archive-contract.ts';
import { openStore, type DocumentFolder, type Store } from '../../../src/store/index.ts';
import type { FinishedJobs } from './finished-jobs.ts';

const nothing = { jobs: 0, files: 0, bytes: 0, failed: 0 };
/** How far a pass is that only has to be closed. */
export const begun: PassProgress = {
  ...{ phase: 'closing', batchesDone: 0, notes: [] },
  ...{ archived: nothing, proven: nothing, deleted: nothing },
};

export interface Passes {
  readonly dependencies: ActivityDependencies;
  readonly store: Store;
  readonly folder: DocumentFolder;
  /** The destination's folder. */
  readonly root: string;
  /** What heartbeats carried. */
  readonly shown: object[];
  readonly run: ActivityRun;
  /** A whole pass; deletes where the order says so, without asking. */
  pass(passTime: string): Promise<PassResult>;
  /** Only chooses, copies and proves. */
  copy(passTime: string): Promise<void>;
  close(passTime: string): Promise<PassResult>;
  report(passTime: string): Promise<PassReport>;
  record(jobId: string): Promise<ArchiveRecord | undefined>;
  writeRecord(record: ArchiveRecord): Promise<void>;
  /** Contents of the destination's files below a prefix, by path. */
  files(below?: string): Promise<Readonly<Record<string, string>>>;
}

/** Makes an archive called `nightly`; removed after the test. */
export async function openPasses(
  platform: FinishedJobs,
  order: Partial<ArchiveOrder> = {},
  change: Partial<ActivityDependencies> = {},
): Promise<Passes> {
  const home = mkdtempSync(join(tmpdir(), 'doeflow-passes-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));
  const root = join(home, 'destination');
  const store = await openStore(join(home, 'store'));
  const folder = store.standingOrder('archives', 'nightly');
  await folder.write(archiveLayout.order, {
    ...{ formatVersion: 1, name: 'nightly', createdAt: '2026-01-01T00:00:00Z' },
    ...{ engineVersion: '0', select: 'state:completed', destination: root, keepMs: 86_400_000 },
    ...{ deleteJobs: false, deleteInputFiles: false, approve: false },
    platform: { kind: 'configured', baseUrl: `${platform.baseUrl}/` },
    ...order,
  });
  // That of the passes whose steps are taken one by one.
  let clock = new Date('2026-03-01T03:00:00.000Z');
  const dependencies: ActivityDependencies = {
    ...{ platform: platform.client, store, poll: { minMs: 1, maxMs: 5 }, engineVersion: '0' },
    studyCache: { get: () => Promise.reject(new Error('no study')) },
    workflows: noWorkflows,
    platformGuard: { check: () => Promise.resolve(), checkArchive: () => Promise.resolve() },
    openDestination: (address) => Promise.resolve(openFolderStore(address)),
    failpoint: () => Promise.resolve(),
    now: () => clock,
    ...change,
  };
  const shown: object[] = [];
  const run: ActivityRun = {
    signal: new AbortController().signal,
    attempt: 1,
    show: (details) => shown.push(details),
  };
  const target = (passTime: string) => ({ archive: 'nightly', passTime });
  const copy = async (passTime: string): Promise<void> => {
    clock = new Date(passTime);
    await openPass(dependencies, target(passTime), run);
    const { batches } = await selectJobs(dependencies, target(passTime), run);
    for (let batch = 1; batch <= batches; batch += 1) {
      await archiveJobs(dependencies, { ...target(passTime), batch }, run);
      await proveJobs(dependencies, { ...target(passTime), batch }, run);
    }
  };
  const close = (passTime: string): Promise<PassResult> =>
    closePass(dependencies, { ...target(passTime), progress: begun }, run);
  const destination = async () =>
    openArchiveDestination(openFolderStore(root), {
      engineId: await store.engineId(),
      platform: (await folder.read(archiveLayout.order)).platform,
      copies: openCopyLedger(
        store.destinationRecords(await keyOfOrder(folder, await folder.read(archiveLayout.order))),
      ),
    });
  return {
    ...{ dependencies, store, folder, root, shown, run, copy, close },
    async pass(passTime) {
      await copy(passTime);
      const { studies } = await selectJobs(dependencies, target(passTime), run);
      for (const studyId of studies) {
        await archiveStudy(dependencies, { ...target(passTime), studyId }, run);
      }
      const { deleteJobs: mayDelete } = await folder.read(archiveLayout.order);
      const plan = await planDeletions(dependencies, target(passTime), run);
      for (let batch = 1; mayDelete && batch <= plan.batches; batch += 1) {
        await deleteJobs(dependencies, { ...target(passTime), batch }, run);
      }
      return close(passTime);
    },
    report: (passTime) => folder.read(archiveLayout.report(passTime)),
    record: async (jobId) => (await destination()).record(jobId),
    writeRecord: async (record) => (await destination()).writeRecord(record),
    files: (below = '') => readAll(join(root, below)),
  };
}

async function readAll(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(root.length + 1), await readFile(path, 'utf8')] as const;
    }),
  );
  return Object.fromEntries(texts.sort(([a], [b]) => (a < b ? -1 : 1)));
}
