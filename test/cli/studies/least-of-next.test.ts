/** What a study with a cluster of its own needs to go on, by what is kept of its clusters. */
import { beforeEach, describe, expect, it } from 'vitest';
import { tooLowLimit } from '../../../src/cli/studies/least-limit.ts';
import { planStoredStudy } from '../../../src/cli/studies/open-stored-study.ts';
import { limitThatPausesAgain, pausesAgainWords } from '../../../src/cli/studies/pauses-again.ts';
import { readBudget } from '../../../src/cli/studies/read-budget.ts';
import { readStoredStudy } from '../../../src/cli/studies/stored-study.ts';
import { keepAskedToEnd, layout, setCostLimit, type Store } from '../../../src/store/index.ts';
import type { Study } from '../../../src/study/study.ts';
import { placeStudy } from '../../kit/finished-study.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

const studyId = 'beam-1';
const at = '2026-05-01T12:00:00.000Z';

/** A cluster of 4 slots for 2 hours: 8 core hours; one slot of a job: 1. */
const file = `name: beam
variables:
  - { name: x, type: Param, values: [1, 2] }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
design: { method: full-factorial }
job:
  analysis: { code: user_included, version: "0" }
  command: test \${x}
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 2, walltime: 1 }
execution: { cluster: { name: beams, slots: 4, walltime: 2, keepWhilePaused: true } }
`;

let store: Store;
beforeEach(async () => {
  let clean = (): void => undefined;
  store = await temporaryStore((remove) => (clean = remove));
  await placeStudy(store, studyId, file);
  await store.study(studyId).write(layout.price, { amount: 0.1, currency: 'USD' });
  return () => clean();
});

const make = (number: number, more: object): Promise<void> =>
  store.study(studyId).write(layout.clusterMade(number), { name: 'beams', at, ...more });

/** The least limit that is told where this one is set. */
async function leastAt(amount: number, changed = (study: Study): Study => study) {
  const stored = await readStoredStudy(store, studyId);
  if (stored === undefined) throw new Error(`Expected the study ${studyId} to be kept`);
  await setCostLimit(store.study(studyId), { limit: { amount }, at, by: 'ann' });
  const study = changed((await planStoredStudy(store, stored)).study);
  return tooLowLimit(await readBudget(store, { studyId, study, isOver: false }))?.least;
}

describe('a limit of the cost', () => {
  it('must have room for the cluster where the study has none', async () => {
    expect(await leastAt(0.7)).toBe(0.8);
    expect(await leastAt(0.8)).toBeUndefined();
  });

  it('is none too low for a study that has its cluster, which is committed', async () => {
    await make(1, { clusterId: 'c1' });
    expect(await leastAt(0.1)).toBeUndefined();
    // One with other software is another cluster.
    const anew = (study: Study): Study => ({
      ...study,
      job: {
        ...study.job,
        analyses: study.job.analyses.map((one) => ({
          ...one,
          analysis: { ...one.analysis, version: '1' },
        })),
      },
    });
    expect(await leastAt(0.1, anew)).toBe(1.6);
  });

  it('must have room for another cluster where the one before has ended, or is to end', async () => {
    await make(1, { clusterId: 'c1' });
    await keepAskedToEnd(store, 'c1', new Date(at));
    expect(await leastAt(0.1)).toBe(1.6);
    await store.study(studyId).write(layout.clusterLife('c1'), { coreHours: 3 });
    expect(await leastAt(0.1)).toBe(1.1);
  });

  it('must have room for the cluster that the platform refused, as it is asked for again after a pause', async () => {
    await make(1, { refused: true });
    expect(await leastAt(0.1)).toBe(0.8);
    expect(await leastAt(0.8)).toBeUndefined();
  });

  it('is none too low while a cluster is asked for, which is committed', async () => {
    await make(1, {});
    expect(await leastAt(0.1)).toBeUndefined();
  });
});

describe('a study that goes on', () => {
  const told = async (before: Parameters<typeof limitThatPausesAgain>[2]) => {
    const stored = await readStoredStudy(store, studyId);
    if (stored === undefined) throw new Error(`Expected the study ${studyId} to be kept`);
    const { study } = await planStoredStudy(store, stored);
    const limit = await limitThatPausesAgain(store, { studyId, study }, before);
    return limit && pausesAgainWords(limit);
  };
  const paused = {
    ...({ state: 'Paused', pausedBy: 'budget' } as const),
    activity:
      'paused by the guard budget: its cluster may take up to 0.80 USD, and 0.00 of 0.70 USD are committed',
  };

  it('is told that it pauses again where the limit that paused it lets nothing begin', async () => {
    await setCostLimit(store.study(studyId), { limit: { amount: 0.7 }, at, by: 'ann' });
    expect(await told(paused)).toBe(
      'It pauses again before its next job: the least that can begin next may take up to 0.80 USD until its walltime, and 0.00 USD are committed: the limit must be at least 0.80 USD.',
    );
    expect(await told({ ...paused, pausedBy: 'owner' })).toBeUndefined();
    expect(await told({ ...paused, state: 'Running' })).toBeUndefined();
    expect(await told(undefined)).toBeUndefined();
    await setCostLimit(store.study(studyId), { limit: { amount: 0.8 }, at, by: 'ann' });
    expect(await told(paused)).toBeUndefined();
  });
});
