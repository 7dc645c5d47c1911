import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Chosen } from '../../../src/cli/prune/candidate.ts';
import {
  finishCutOff,
  removeStudies,
  type Remover,
} from '../../../src/cli/prune/remove-studies.ts';
import { readStoredStudy, type EndedStudy } from '../../../src/cli/studies/stored-study.ts';
import { beginPruning, findPruned, openStore, type PrunedStudy } from '../../../src/store/index.ts';
import { placeStudy } from '../../kit/finished-study.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';

const root = temporaryFolder(afterAll);
const store = await openStore(root);
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
const archive = { name: 'beams', destination: '/archive', version: 1 };

/** One that notes what it is told. */
function remover(faults: readonly string[] = []): {
  readonly told: string[];
  readonly it: Remover;
} {
  const told: string[] = [];
  return {
    told,
    it: {
      ...{ store, home: root, by: 'ann', engineVersion: '1', now: () => new Date() },
      rules: { whyKeptNow: () => Promise.resolve(undefined) },
      localPlatform: undefined,
      signal: new AbortController().signal,
      onStep: (step, studyId) => told.push(`${step} ${studyId}`),
      prove: () => Promise.resolve(faults),
    },
  };
}

async function chosen(studyId: string): Promise<Chosen> {
  await placeStudy(store, studyId, studyFile);
  const stored = (await readStoredStudy(store, studyId)) as EndedStudy;
  return {
    stored: { ...stored, ended: { state: 'Finished', runs: { total: 2, done: 2, failed: 0 } } },
    ...{ endedAt: '2026-01-02T00:00:00Z', jobs: [], fileIds: [], localBytes: 0, archive },
    size: { bytes: 1, objects: 1 },
  } as unknown as Chosen;
}

describe('removal of studies', () => {
  it('says that it removes a study only once it does', async () => {
    const damaged = remover(['job 1: changed']);
    const study = await chosen('beam-1');
    const removed = await removeStudies(damaged.it, [study]);
    expect(removed.kept.map(({ why }) => why).join()).toContain('not whole');
    expect(damaged.told).toEqual(['check beam-1']);
    const whole = remover();
    await removeStudies(whole.it, [study]);
    expect(whole.told).toEqual(['check beam-1', 'remove beam-1']);
    expect(await findPruned(store.study('beam-1'))).toHaveProperty('finishedAt');
  });

  it('goes on where it was killed, and takes what was half written with it', async () => {
    await chosen('beam-2');
    const record: PrunedStudy = {
      ...{ formatVersion: 1, studyId: 'beam-2', studyName: 'beam', planHash: 'p' },
      ...{ createdAt: '2026-01-01T00:00:00Z', endedAt: '2026-01-02T00:00:00Z', by: 'ann' },
      ...{ prunedAt: '2026-06-01T00:00:00Z', engineVersion: '1', state: 'Finished' },
      runs: { total: 2, done: 2, failed: 0 },
    };
    await beginPruning(store.study('beam-2'), record);
    const folder = join(root, 'studies', 'beam-2');
    writeFileSync(join(folder, 'pruned.json.31d099d0598a.part'), '{');
    const later = remover();
    await finishCutOff(later.it, record);
    expect(later.told).toEqual(['remove beam-2']);
    expect(readdirSync(folder)).toEqual(['pruned.json']);
  });
});
