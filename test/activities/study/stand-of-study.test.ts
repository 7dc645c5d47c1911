/** What a study that others wait for has yet to give. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { createStandReader, standOfStudy } from '../../../activities/study/stand-of-study.ts';
import type { StudyProgress } from '../../../src/run/messages.ts';
import { layout, type Store } from '../../../src/store/index.ts';
import { noWorkflows } from '../../kit/no-workflows.ts';
import { placeStudy } from '../../kit/finished-study.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

const studyFile = `name: one
variables:
  - { name: x, type: Param, values: [1, 2, 3] }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
design: { method: full-factorial }
job:
  analysis: { code: user_included, version: "0" }
  command: sh solve.sh \${x}
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 1, walltime: 1 }
execution: { reuse: true }
`;

let clean: () => void = () => undefined;
let store: Store;
/** What Temporal has of the study's workflow. */
let seen: object | undefined;
let asked: string[];
beforeEach(async () => {
  clean();
  store = await temporaryStore((after) => (clean = after));
  [seen, asked] = [{ isOpen: true, studyId: 'one-1' }, []];
  await placeStudy(store, 'one-1', studyFile);
});
afterAll(() => {
  clean();
});

const submittedAt = '2026-05-01T00:00:00.000Z';
/** Its first job has these runs, and was submitted. */
async function submit(runs: readonly number[]): Promise<void> {
  const folder = store.study('one-1');
  await folder.write(layout.jobSpec(1), {
    ...{ jobNumber: 1, jobName: 'one', searchTag: 't', jobTag: 't', attemptKey: 'k' },
    ...{ expectedRuns: runs.length, files: [], inputsTemplate: { name: 'i', sha256: 's' } },
    runs: runs.map((run) => ({ run, attempt: 1, spent: {} })),
  });
  await folder.write(layout.submitTried(1), { at: submittedAt });
  await folder.create(layout.platformJob(1), { jobId: 'j1' });
}

const dependencies = (now = new Date(submittedAt)) =>
  ({
    ...{ store, now: () => now },
    workflows: {
      ...noWorkflows,
      look: (workflowId: string) => {
        asked.push(workflowId);
        return Promise.resolve(seen);
      },
    },
  }) as unknown as ActivityDependencies;
const stand = async (studyId = 'one-1', since?: Date) => {
  const { kind, underWay } = await standOfStudy(dependencies(), studyId, since);
  return [kind, ...underWay];
};

describe('a study', () => {
  it('whose workflow is open runs what it claimed, whatever its jobs have', async () => {
    await submit([1, 2]);
    expect(await stand()).toEqual(['open']);
    expect(asked).toEqual(['study-one']);
  });

  it('that has ended, or of which there is no record, gives nothing, and nobody is asked after it', async () => {
    await submit([1, 2]);
    await store.study('one-1').write(layout.status, {
      ...{ studyId: 'one-1', state: 'Stopped', runs: { total: 3, done: 0, failed: 0 } },
    } as unknown as StudyProgress);
    expect(await stand()).toEqual(['over']);
    expect(await stand('nobody-1')).toEqual(['over']);
    expect(asked).toEqual([]);
  });

  it.each([
    ['is gone', undefined],
    ['is closed', { isOpen: false, studyId: 'one-1' }],
    ['is that of another study of its name', { isOpen: true, studyId: 'one-2' }],
  ])('whose workflow %s gives what its jobs have', async (_, workflow) => {
    seen = workflow;
    expect(await stand()).toEqual(['lost']);
    await submit([1, 3]);
    expect(await stand()).toEqual(['lost', 1, 3]);
    const later = new Date(Date.parse(submittedAt) + 1);
    expect(await stand('one-1', later)).toEqual(['lost']);
  });

  it('whose workflow is gone isn’t waited for from the start once its job is more than a day old', async () => {
    seen = undefined;
    await submit([2]);
    const dayMs = 24 * 3_600_000;
    for (const [ageMs, runs] of [
      [dayMs, [2]],
      [dayMs + 1, []],
    ] as const) {
      const now = new Date(Date.parse(submittedAt) + ageMs);
      const { kind, underWay } = await createStandReader(dependencies(now))('one-1');
      expect([kind, ...underWay]).toEqual(['lost', ...runs]);
    }
  });
});
