import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findEqualStudy, type PlannedFiles } from '../../../src/cli/studies/find-equal-study.ts';
import {
  discardStudy,
  reserveStudy,
  studyStarted,
} from '../../../src/cli/studies/reserve-study.ts';
import { listStoredStudies } from '../../../src/cli/studies/stored-study.ts';
import {
  keepRevision,
  layout,
  openStore,
  snapshotStudy,
  type KeptFiles,
  type Store,
  type StudyPlatform,
} from '../../../src/store/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-equal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const here: StudyPlatform = { kind: 'configured', baseUrl: 'https://here/' };
const there: StudyPlatform = { kind: 'configured', baseUrl: 'https://there/' };
const plan = 'a'.repeat(64);

function filesOf(content: string): KeptFiles {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { studyFile: { name: 'study.yaml', sha256 }, files: [] };
}

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
    const wanted = { name: 'beam', planHash: plan, files: filesOf('beam') };
    const at = (baseUrl: string) => ({ ...wanted, platform: { name: baseUrl, baseUrl } });
    expect((await findEqualStudy(store, at('https://here/')))?.studyId).toBe(newest);
    expect(await findEqualStudy(store, at('https://nowhere/'))).toBeUndefined();
  });
});

describe('a damaged study', () => {
  const wanted = {
    ...{ name: 'beam', planHash: plan, files: filesOf('beam') },
    platform: { name: 'here', baseUrl: 'https://here/' },
  };

  it.each([
    ['of a name that begins alike is in nobody’s way', 'beam-load-20260101-000000', false],
    ['of the same name may be the equal one, and is told', 'beam-20260101-000000', true],
    ['of the same name, of a schedule', 'beam-20260101-000000-r0a1b2c', true],
    ['whose id tells no name may be the equal one', 'beam-of-old', true],
  ])('%s', async (_, damaged, isMeant) => {
    const store = await openStore(mkdtempSync(join(folder, 'damaged-')));
    const studyId = await started(store, 'beam', 1);
    await store.study(damaged).sink(layout.snapshot)(['{"a":']);
    const found = findEqualStudy(store, wanted);
    if (isMeant) await expect(found).rejects.toThrow(/snapshot\.json is not JSON/u);
    else expect((await found)?.studyId).toBe(studyId);
  });
});

describe('a study whose files were mended', () => {
  const first = { createdAt: '', engineVersion: '0', runs: 'failed' } as const;
  const mended = { planHash: 'c'.repeat(64), files: filesOf('mended') };

  it.each([
    ['with the hash of its plan', { ...first, planHash: mended.planHash }],
    ['as earlier versions kept it', first],
  ])('is equal with those files, and with its own: %s', async (_, facts) => {
    const store = await openStore(mkdtempSync(join(folder, 'mended-')));
    const studyId = await started(store, 'beam', 1);
    const documents = store.study(studyId);
    await keepRevision(documents, await documents.read(layout.snapshot), mended.files, facts);
    const find = (planned: PlannedFiles) =>
      findEqualStudy(store, {
        ...planned,
        name: 'beam',
        platform: { name: 'here', baseUrl: 'https://here/' },
      });
    expect(await find(mended)).toMatchObject({ studyId, revision: 2, newest: 2 });
    const own = { planHash: plan, files: filesOf('own') };
    expect(await find(own)).toMatchObject({ studyId, revision: 1, newest: 2 });
    const other = { planHash: 'd'.repeat(64), files: filesOf('other') };
    expect(await find(other)).toBeUndefined();
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
