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
    expect(await waiting).toEqual({
      ...{ reused: 2, rest: 0, awaited: { runs: 0, studies: [] } },
      notes: [expect.stringMatching(/^2 runs are not run again, .*, of one-1 \(2\)$/u)],
    });
    const taken = (await readAttempts(store.study('two-1'))).flat();
    expect(taken.map(({ run, values, reusedFrom }) => [run, values['y'], reusedFrom?.run])).toEqual(
      [
        [1, 2, 2],
        [2, 3, 3],
      ],
    );
    // A repeat, as its answer was lost.
    expect(await wait()).toMatchObject({ reused: 2, rest: 0, awaited: { runs: 0, studies: [] } });
    expect(await runsOf('two-1')).toEqual([[3, 4]]);
  });

  it('run themselves what the other one failed to run', async () => {
    await reuse('one-1');
    await reuse('two-1');
    await endRuns(store, 'one-1', (run) => (run === 3 ? undefined : left(run)));
    await close('one-1');
    const answer = {
      ...{ reused: 1, rest: 1, awaited: { runs: 0, studies: [] } },
      notes: [
        expect.stringMatching(/^1 run is not run again/u),
        '1 run is run here, although another study was to run them: it ended without them: one-1 (1)',
      ],
    };
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

  it('wait for the jobs of one whose workflow is gone, for an hour, and say so', async () => {
    await reuse('one-1');
    await reuse('two-1');
    await submitted([2]);
    open.delete('one');
    // What no job of it has is run here at once.
    expect(await wait(2)).toMatchObject({
      ...{ reused: 0, rest: 1 },
      awaited: {
        ...{ runs: 1, studies: ['one-1'] },
        lost: { studies: ['one-1'], until: '2026-05-01T01:00:00.000Z' },
      },
      notes: [
        expect.stringContaining('its workflow is gone, and no job of it has them: one-1 (1)'),
      ],
    });
    await endInJob2();
    now = new Date('2026-05-01T01:00:01Z');
    expect(await wait(3)).toMatchObject({
      ...{ reused: 0, rest: 1, awaited: { runs: 0 } },
      notes: [expect.anything(), expect.stringContaining('for an hour nobody collected')],
    });
  });

  it('take over what is collected of one whose workflow is gone', async () => {
    await reuse('one-1');
    await reuse('two-1');
    await submitted([1, 2, 3]);
    open.delete('one');
    expect(await wait()).toMatchObject({ rest: 0, awaited: { runs: 2, lost: expect.anything() } });
    const waiting = wait();
    await endRuns(store, 'one-1', left);
    expect(await waiting).toMatchObject({ reused: 2, rest: 0, awaited: { runs: 0 } });
  });

  it('that start later wait for such a job, unless it is a day old', async () => {
    await reuse('one-1');
    await submitted([2, 3]);
    open.delete('one');
    expect(await reuse('two-1')).toMatchObject({ awaited: { runs: 2 } });
    await placeStudy(store, 'three-1', studyFile('three', '[2, 3]'));
    open.delete('two');
    now = new Date('2026-05-02T00:00:01Z');
    expect(await reuse('three-1')).toMatchObject({ awaited: { runs: 0 } });
  });

  it('look at all finished runs before they run what another one leaves', async () => {
    await reuse('one-1');
    await reuse('two-1');
    await placeStudy(store, 'four-1', studyFile('four', '[2]', ''));
    await endRuns(store, 'four-1', left);
    await close('one-1');
    expect(await wait()).toMatchObject({ reused: 1, rest: 1 });
  });

  it('forget claims of studies that are over, but the last one, and claim again what is run again', async () => {
    const claims = async () => (await store.engineRecords().list({ prefix: 'claims/' })).objects;
    await reuse('one-1');
    await reuse('two-1');
    await close('one-1');
    await close('two-1');
    await placeStudy(store, 'three-1', studyFile('three', '[8]'));
    await reuse('three-1');
    expect(await claims()).toEqual(['2.json', '3.json']);
    // A person runs it again.
    await store.study('one-1').remove(layout.status);
    await reuse('one-1');
    await reuse('one-1');
    expect(await claims()).toEqual(['2.json', '3.json', '4.json']);
    await placeStudy(store, 'five-1', studyFile('five', '[1]'));
    expect(await reuse('five-1')).toMatchObject({ awaited: { runs: 1, studies: ['one-1'] } });
  });
});

/** A job of `one-1` is on the platform with these runs. */
async function submitted(runs: readonly number[]): Promise<void> {
  const folder = store.study('one-1');
  await folder.write(layout.jobSpec(1), {
    ...{ jobNumber: 1, jobName: 'one', searchTag: 't', jobTag: 't', attemptKey: 'k' },
    ...{ expectedRuns: runs.length, files: [], inputsTemplate: { name: 'i', sha256: 's' } },
    runs: runs.map((run) => ({ run, attempt: 1, spent: {} })),
  });
  await folder.write(layout.submitTried(1), { at: '2026-05-01T00:00:00Z' });
  await folder.create(layout.platformJob(1), { jobId: 'j1' });
}

/** Job 2 of `two-1` has ended, with its run done. */
async function endInJob2(): Promise<void> {
  await store
    .study('two-1')
    .write(layout.outcomes(2), [
      { run: 2, attempt: 1, jobNumber: 2, status: 'Done', values: { y: 3 } },
    ]);
}
