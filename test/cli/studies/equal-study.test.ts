import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findEqualStudy } from '../../../src/cli/studies/find-equal-study.ts';
import {
  discardStudy,
  reserveStudy,
  studyStarted,
} from '../../../src/cli/studies/reserve-study.ts';
import { listStoredStudies } from '../../../src/cli/studies/stored-study.ts';
import {
  openStore,
  snapshotStudy,
  type Store,
  type StudyPlatform,
} from '../../../src/store/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-equal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const here: StudyPlatform = { kind: 'configured', baseUrl: 'https://here/' };
const there: StudyPlatform = { kind: 'configured', baseUrl: 'https://there/' };
const plan = 'a'.repeat(64);

async function snapshot(
  store: Store,
  name: string,
  second: number,
  of: { planHash?: string; platform?: StudyPlatform } = {},
): Promise<string> {
  const now = new Date(Date.UTC(2026, 0, 1, 0, 0, second));
  const studyId = await reserveStudy(store, name, now);
  const file = join(folder, 'study.yaml');
  writeFileSync(file, 'name: beam\n');
  await snapshotStudy(
    store,
    { study: { name }, file, text: 'name: beam\n', files: [] },
    { studyId, planHash: plan, createdAt: now, engineVersion: '0', platform: here, ...of },
  );
  return studyId;
}

async function started(...args: Parameters<typeof snapshot>): Promise<string> {
  const studyId = await snapshot(...args);
  await studyStarted(args[0], studyId);
  return studyId;
}

describe('a study that was run before', () => {
  it('is the newest of the same name, plan and platform that was started', async () => {
    const store = await openStore(join(folder, 'newest'));
    await started(store, 'beam', 1);
    const newest = await started(store, 'beam', 2);
    await started(store, 'beam', 3, { planHash: 'b'.repeat(64) });
    await started(store, 'beam', 4, { platform: there });
    await started(store, 'beam-long', 5);
    await snapshot(store, 'beam', 6);
    const wanted = { name: 'beam', planHash: plan };
    const at = (baseUrl: string) => ({ ...wanted, platform: { name: baseUrl, baseUrl } });
    expect((await findEqualStudy(store, at('https://here/')))?.studyId).toBe(newest);
    expect(await findEqualStudy(store, at('https://nowhere/'))).toBeUndefined();
  });
});

describe('starts at the same moment', () => {
  it('take different ids, and one that is taken back leaves no study', async () => {
    const store = await openStore(join(folder, 'same-moment'));
    const ids = await Promise.all([1, 1, 1, 1].map((second) => snapshot(store, 'beam', second)));
    expect(new Set(ids).size).toBe(4);
    const [winner = '', ...losers] = ids;
    await studyStarted(store, winner);
    for (const loser of losers) await discardStudy(store, loser);
    expect((await listStoredStudies(store)).map(({ studyId }) => studyId)).toEqual([winner]);
  });

  it('leave a mark when they are cut before the workflow is there', async () => {
    const store = await openStore(join(folder, 'cut'));
    await snapshot(store, 'beam', 1);
    expect(await listStoredStudies(store)).toMatchObject([{ starting: 'new' }]);
  });
});
