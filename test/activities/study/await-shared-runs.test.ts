import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { createStudyCache } from '../../../activities/study-cache.ts';
import { awaitSharedRuns } from '../../../activities/study/await-shared-runs.ts';
import { reuseRuns } from '../../../activities/study/reuse-runs.ts';
import type { StudyProgress } from '../../../src/run/messages.ts';
import { layout, readAttempts, type Store } from '../../../src/store/index.ts';
import { endRuns, placeStudy } from '../../kit/finished-study.ts';
import { noWorkflows } from '../../kit/no-workflows.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

const studyFile = (name: string, values: string, execution = 'reuse: true') => `name: ${name}
variables:
  - { name: x, type: Param, values: ${values} }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
design: { method: full-factorial }
job:
  analysis: { code: user_included, version: "0" }
  command: sh solve.sh \${x}
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 1, walltime: 1 }
execution: { ${execution} }
`;

let clean: () => void = () => undefined;
let store: Store;
let dependencies: ActivityDependencies;
let now: Date;
/** Studies with an open workflow, by name. */
let open: Map<string, string>;
beforeEach(async () => {
  clean();
  store = await temporaryStore((after) => (clean = after));
  now = new Date('2026-05-01T00:00:00Z');
  open = new Map([
    ['one', 'one-1'],
    ['two', 'two-1'],
  ]);
  dependencies = {
    ...{ store, studyCache: createStudyCache(store), poll: { minMs: 1, maxMs: 5 } },
    now: () => now,
    workflows: {
      ...noWorkflows,
      look: (workflowId: string) => {
        const studyId = open.get(workflowId.replace('study-', ''));
        return Promise.resolve(
          studyId && { isOpen: true, status: 'RUNNING', closedAt: undefined, studyId },
        );
      },
    },
  } as unknown as ActivityDependencies;
  await placeStudy(store, 'one-1', studyFile('one', '[1, 2, 3]'));
  await placeStudy(store, 'two-1', studyFile('two', '[2, 3, 4, 5]'));
});
afterAll(() => {
  clean();
});

const reuse = (studyId: string) => reuseRuns(dependencies, studyId);
const left = (run: number) => ({ 'out.txt': `y = ${run}\n` });
const wait = (jobNumber = 2, signal = new AbortController().signal) => {
  const show = () => undefined;
  return awaitSharedRuns(
    dependencies,
    { studyId: 'two-1', jobNumber },
    { signal, show, attempt: 1 },
  );
};
const runsOf = async (studyId: string) =>
  (await dependencies.studyCache.get(studyId)).plan.jobs.map((job) =>
    'runs' in job ? job.runs : [job.firstRun, job.lastRun],
  );
const close = (studyId: string) =>
  store.study(studyId).write(layout.status, {
    ...{ studyId, state: 'Stopped', runs: { total: 3, done: 0, failed: 0 } },
  } as unknown as StudyProgress);

describe('studies that need the same runs', () => {
  it('run each of them once: who comes later waits for who came first', async () => {
    expect(await reuse('one-1')).toMatchObject({ count: 0, awaited: { runs: 0 } });
    expect(await reuse('two-1')).toMatchObject({
      count: 0,
      awaited: { runs: 2, studies: ['one-1'] },
    });
    expect(await runsOf('one-1')).toEqual([[1, 3]]);
    expect(await runsOf('two-1')).toEqual([[3, 4]]);
    // What is decided stays.
    expect(await reuse('two-1')).toMatchObject({ awaited: { runs: 2 } });
    expect(await reuse('one-1')).toMatchObject({ awaited: { runs: 0 } });
  });

  it('that start at the same time never both run one, and never wait for each other', async () => {
    const both = await Promise.all([reuse('one-1'), reuse('two-1')]);
    expect(both.map((one) => one?.awaited.runs ?? 0).sort()).toEqual([0, 2]);
  });

  it('don’t wait for one that has ended, or whose workflow is gone', async () => {
    await reuse('one-1');
    open.delete('one');
    expect(await reuse('two-1')).toMatchObject({ awaited: { runs: 0 } });
    open.set('one', 'one-1');
    await close('one-1');
    await placeStudy(store, 'three-1', studyFile('three', '[1]'));
    expect(await reuse('three-1')).toMatchObject({ awaited: { runs: 0 } });
  });

  it('take the runs over once they are done', async () => {
    await reuse('one-1');
    await reuse('two-1');
    const waiting = wait();
    await endRuns(store, 'one-1', left);
    expect(await waiting).toEqual({ reused: 2, rest: 0, awaited: { runs: 0, studies: [] } });
    const taken = (await readAttempts(store.study('two-1'))).flat();
    expect(taken.map(({ run, values, reusedFrom }) => [run, values['y'], reusedFrom?.run])).toEqual(
      [
        [1, 2, 2],
        [2, 3, 3],
      ],
    );
    // A repeat, as its answer was lost.
    expect(await wait()).toEqual({ reused: 2, rest: 0, awaited: { runs: 0, studies: [] } });
    expect(await runsOf('two-1')).toEqual([[3, 4]]);
  });

  it('run themselves what the other one failed to run', async () => {
    await reuse('one-1');
    await reuse('two-1');
    await endRuns(store, 'one-1', (run) => (run === 3 ? undefined : left(run)));
    await close('one-1');
    const answer = { reused: 1, rest: 1, awaited: { runs: 0, studies: [] } };
    expect(await wait()).toEqual(answer);
    const choice = await store.study('two-1').read(layout.retryChoice(2));
    expect(choice.runs).toEqual([{ run: 2, attempt: 1, spent: {} }]);
    expect(await wait()).toEqual(answer);
  });

  it('give up on one that ends no run for a day', async () => {
    await reuse('one-1');
    await reuse('two-1');
    const stop = new AbortController();
    setTimeout(() => {
      stop.abort();
    }, 100);
    await expect(wait(2, stop.signal)).rejects.toThrow('abort');
    now = new Date('2026-05-02T00:00:01Z');
    expect(await wait()).toMatchObject({ reused: 0, rest: 2, awaited: { runs: 0 } });
  });
});
