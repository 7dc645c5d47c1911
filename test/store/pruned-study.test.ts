import { afterAll, describe, expect, it } from 'vitest';
import {
  beginPruning,
  emptyStudy,
  findPruned,
  finishPruning,
  layout,
  measureBelow,
  type PrunedStudy,
} from '../../src/store/index.ts';
import { placeStudy } from '../kit/finished-study.ts';
import { dyingAfter } from '../kit/dying-folder.ts';
import { temporaryStore } from './temporary-store.ts';

const store = await temporaryStore(afterAll);
const studyFile = `name: beam
variables:
  - {name: x, type: Param, values: [1, 2]}
  - {name: y, type: Output, from: {stdout: 'y=(\\S+)'}}
design: {method: full-factorial}
job:
  analysis: {code: user_included, version: "0"}
  command: echo y=\${x}
  hardware: {coreType: emerald, coresPerSlot: 1, slots: 1, walltime: 1}
`;

const record = (studyId: string): PrunedStudy => ({
  ...{ formatVersion: 1, studyId, studyName: 'beam', planHash: 'p', engineVersion: '1' },
  ...{ createdAt: '2026-01-01T00:00:00Z', endedAt: '2026-01-02T00:00:00Z' },
  ...{ prunedAt: '2026-06-01T00:00:00Z', by: 'ann', state: 'Finished' },
  runs: { total: 2, done: 2, failed: 0 },
});

async function place(studyId: string): Promise<void> {
  await placeStudy(store, studyId, studyFile);
  const folder = store.study(studyId);
  await folder.sink(layout.resultsTable)(['run,y\n1,2\n']);
  for (const run of [1, 2]) {
    await folder.sink(layout.runFiles(run, 1).file('log.txt'))(['y=2\n']);
  }
}

describe('a study that is pruned', () => {
  it('leaves its record alone, and what was removed is measured', async () => {
    await place('beam-1');
    const folder = store.study('beam-1');
    const before = await measureBelow(folder, '');
    expect(await beginPruning(folder, record('beam-1'))).toBe(true);
    expect(await emptyStudy(folder)).toEqual(before);
    await finishPruning(folder, new Date('2026-06-01T00:01:00Z'));
    expect((await folder.list({ prefix: '' })).objects).toEqual([layout.pruned.name]);
    expect((await folder.list({ prefix: '' })).folders).toEqual([]);
    expect(await findPruned(folder)).toMatchObject({ finishedAt: '2026-06-01T00:01:00.000Z' });
    expect(await store.listStudies()).toContain('beam-1');
  });

  it('is begun once', async () => {
    const folder = store.study('beam-2');
    expect(await beginPruning(folder, record('beam-2'))).toBe(true);
    expect(await beginPruning(folder, record('beam-2'))).toBe(false);
  });

  it('is told as pruned wherever its removal is cut off, and can be removed to the end', async () => {
    for (let step = 0; ; step += 1) {
      const studyId = `beam-cut-${step}`;
      await place(studyId);
      const folder = store.study(studyId);
      await beginPruning(folder, record(studyId));
      const died = await emptyStudy(dyingAfter(folder, step)).then(
        () => false,
        () => true,
      );
      expect(await findPruned(folder)).toBeDefined();
      // Once anything is gone, nobody takes what is left for a study.
      if (step > 0) expect(await folder.has(layout.snapshot)).toBe(false);
      await emptyStudy(folder);
      const { objects, folders } = await folder.list({ prefix: '' });
      expect([objects, folders]).toEqual([[layout.pruned.name], []]);
      if (!died) return;
    }
  });
});
