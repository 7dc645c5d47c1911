/** Studies with `reuse: true` in one store, without a platform: planned, waiting, amended and closed as a test says. */
import { createHash } from 'node:crypto';
import type { ActivityDependencies } from '../../activities/dependencies.ts';
import { createStudyCache } from '../../activities/study-cache.ts';
import { awaitSharedRuns } from '../../activities/study/await-shared-runs.ts';
import { reuseRuns } from '../../activities/study/reuse-runs.ts';
import type { SharedRuns } from '../../src/run/activity-contract.ts';
import type { StudyProgress } from '../../src/run/messages.ts';
import {
  createAmendment,
  keepOutcomes,
  keepRunKeys,
  layout,
  readRevisions,
  type Store,
} from '../../src/store/index.ts';
import { keysByRun } from '../../src/study-file/index.ts';
import { placeStudy } from './finished-study.ts';
import { noWorkflows } from './no-workflows.ts';

export interface Wording {
  /** The values of `x`. */
  readonly rows: readonly number[];
  readonly replicates?: number;
  readonly command?: string;
  readonly execution?: string;
}

/** A study of the values `x` of its rows. */
export function sharingStudyFile(
  name: string,
  {
    command = 'sh solve.sh ${x}',
    execution = 'reuse: true, runsPerJob: 2',
    replicates = 1,
  }: Wording,
): string {
  return `name: ${name}
variables:
  - { name: x, type: Param }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
design: { method: table, file: points.csv, replicates: ${replicates} }
job:
  analysis: { code: user_included, version: "0" }
  command: ${command}
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 1, walltime: 1 }
execution: { ${execution} }
`;
}

function pointsOf({ rows }: Wording): string {
  return `x\n${rows.join('\n')}\n`;
}

/** The studies of one store. */
export class SharingStudies {
  readonly store: Store;
  readonly dependencies: ActivityDependencies;
  now = new Date('2026-05-01T00:00:00Z');
  /** Studies with an open workflow. */
  readonly open = new Set<string>();

  constructor(store: Store) {
    this.store = store;
    this.dependencies = {
      ...{ store, studyCache: createStudyCache(store), poll: { minMs: 1, maxMs: 5 } },
      now: () => this.now,
      workflows: {
        ...noWorkflows,
        look: (workflowId: string) => {
          const studyId = `${workflowId.replace('study-', '')}-1`;
          const isOpen = this.open.has(studyId);
          const seen = { isOpen, status: 'RUNNING', closedAt: undefined, studyId };
          return Promise.resolve(isOpen ? seen : undefined);
        },
      },
    } as unknown as ActivityDependencies;
  }

  /** Keeps the study NAME-1 and plans it, as its first start does. */
  async start(name: string, wording: Wording): ReturnType<typeof reuseRuns> {
    const studyId = `${name}-1`;
    const files = { 'points.csv': pointsOf(wording) };
    await placeStudy(this.store, studyId, sharingStudyFile(name, wording), { files });
    this.open.add(studyId);
    return reuseRuns(this.dependencies, studyId);
  }

  /** Keeps an amendment, as its command does. */
  async amend(
    name: string,
    wording: Wording,
    { runs = [], withdraws }: { runs?: number[]; withdraws?: number[] } = {},
  ): Promise<void> {
    const folder = this.store.study(`${name}-1`);
    const text = sharingStudyFile(name, wording);
    const { sha256 } = await this.store.putBytes(Buffer.from(text));
    const points = await this.store.putBytes(Buffer.from(pointsOf(wording)));
    const newest = (await readRevisions(folder)).at(-1);
    const before = newest ?? { revision: 1, ...(await folder.read(layout.snapshot)) };
    await createAmendment(folder, before, {
      ...{ studyFile: { name: 'study.yaml', sha256 }, runs },
      files: before.files.map((file) => ({ ...file, sha256: points.sha256 })),
      ...{ createdAt: this.now.toISOString(), engineVersion: '0', planHash: 'p' },
      amendment: { by: 'ann', changes: ['runs'], ...(withdraws && { withdraws }) },
    });
  }

  /** Waits once as its workflow does, for its job `jobNumber`. */
  wait(name: string, jobNumber = 9, revision?: number): Promise<SharedRuns> {
    return awaitSharedRuns(
      this.dependencies,
      { studyId: `${name}-1`, jobNumber, ...(revision === undefined ? {} : { revision }) },
      { signal: AbortSignal.timeout(2_000), show: () => undefined, attempt: 1 },
    );
  }

  /** Ends a job that has these runs, all done. */
  async end(
    name: string,
    jobNumber: number,
    runs: readonly number[],
    revision?: number,
  ): Promise<void> {
    const folder = this.store.study(`${name}-1`);
    const { keysOfRuns } = await this.dependencies.studyCache.get(`${name}-1`, revision ?? 1);
    const text = `y = ${jobNumber}\n`;
    const files = { 'out.txt': createHash('md5').update(text).digest('hex') };
    for (const run of runs) await folder.sink(layout.runFiles(run, 1).file('out.txt'))([text]);
    const outcomes = runs.map((run) => ({
      ...({ run, attempt: 1, jobNumber, status: 'Done', values: { y: jobNumber }, files } as const),
      ...(revision === undefined ? {} : { revision }),
    }));
    await this.begin(name, jobNumber, runs);
    await keepRunKeys(folder, jobNumber, outcomes, await keysByRun(keysOfRuns(runs)));
    await keepOutcomes(folder, jobNumber, outcomes);
  }

  /** A job has these runs. */
  async begin(name: string, jobNumber: number, runs: readonly number[]): Promise<void> {
    await this.store.study(`${name}-1`).create(layout.jobSpec(jobNumber), {
      ...{ jobNumber, jobName: name, searchTag: 't', jobTag: 't', attemptKey: 'k' },
      ...{ expectedRuns: runs.length, files: [], inputsTemplate: { name: 'i', sha256: 's' } },
      runs: runs.map((run) => ({ run, attempt: 1, spent: {} })),
    });
  }

  /** It has ended, with what it has. */
  async close(name: string): Promise<void> {
    const studyId = `${name}-1`;
    this.open.delete(studyId);
    await this.store.study(studyId).write(layout.status, {
      ...{ studyId, state: 'Stopped', runs: { total: 3, done: 0, failed: 0 } },
    } as unknown as StudyProgress);
  }

  /** The runs that a study claims. */
  async claims(name: string): Promise<readonly number[]> {
    const claimed = (await this.store.study(`${name}-1`).find(layout.claims)) ?? [];
    return claimed.map(({ run }) => run);
  }
}
