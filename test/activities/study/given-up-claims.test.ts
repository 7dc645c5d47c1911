import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { claimRuns, layout, type StandOfStudy } from '../../../src/store/index.ts';
import { SharingStudies } from '../../kit/sharing-studies.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

let clean: () => void = () => undefined;
let studies: SharingStudies;
beforeEach(async () => {
  clean();
  studies = new SharingStudies(await temporaryStore((after) => (clean = after)));
});
afterAll(() => {
  clean();
});

const over: StandOfStudy = { kind: 'over', underWay: new Set() };

describe('a run that its study does not run any more', () => {
  it('is run by who waited for it, and a note says why', async () => {
    await studies.start('one', { rows: [1, 2] });
    await studies.start('two', { rows: [2, 3] });
    await claimRuns(studies.store, { studyId: 'one-1', keys: new Map() }, () =>
      Promise.resolve(over),
    );
    expect(await studies.wait('two')).toMatchObject({
      ...{ reused: 0, rest: 1, awaited: { runs: 0 } },
      notes: [expect.stringContaining('it does not run them with these files: one-1 (1)')],
    });
    expect(await studies.claims('two')).toEqual([1, 2]);
  });

  it('is run by one of those who waited for it, and the others wait for that one', async () => {
    await studies.start('one', { rows: [1, 2] });
    await studies.start('two', { rows: [2, 3] });
    await studies.start('three', { rows: [2, 4] });
    await studies.close('one');
    expect(await studies.wait('two')).toMatchObject({ rest: 1, awaited: { runs: 0 } });
    const moved = { reused: 0, rest: 0, awaited: { runs: 1, studies: ['two-1'] } };
    expect(await studies.wait('three')).toMatchObject(moved);
    await studies.end('two', 9, [1]);
    expect(await studies.wait('three')).toMatchObject({ reused: 1, rest: 0 });
    const [outcome] = await studies.store.study('three-1').read(layout.outcomes(0));
    expect(outcome).toMatchObject({ run: 1, reusedFrom: { studyId: 'two-1', run: 1 } });
  });

  it('is not waited for once more, where its study ends no run for a day', async () => {
    await studies.start('one', { rows: [1, 2] });
    await studies.start('two', { rows: [2, 3] });
    await expect(studies.wait('two')).rejects.toThrow('abort');
    studies.now = new Date('2026-05-02T00:00:01Z');
    expect(await studies.wait('two')).toMatchObject({ rest: 1, awaited: { runs: 0 } });
  });
});

it('a finished run is taken once: a replicate of its run does not wait for it', async () => {
  await studies.start('one', { rows: [1, 2] });
  await studies.end('one', 1, [1]);
  const both = await studies.start('two', { rows: [1], replicates: 2 });
  expect(both).toMatchObject({ count: 1, awaited: { runs: 0 } });
});

it('what a try wrote that died before it claimed is nobody’s', async () => {
  await studies.start('one', { rows: [1] });
  const key = 'a'.repeat(64);
  await studies.store.study('one-1').write(layout.claims, [{ run: 1, key, since: 7 }]);
  expect(await studies.start('two', { rows: [1] })).toMatchObject({ awaited: { runs: 0 } });
});
