import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ArchivesAtHand, ArchiveWord } from '../../../src/cli/prune/archives-at-hand.ts';
import { chooseStudies, type PruneWish } from '../../../src/cli/prune/choose-studies.ts';
import { surveyStudies } from '../../../src/cli/studies/stored-study.ts';
import type { StudyProgress } from '../../../src/run/messages.ts';
import { layout, openStore, type Store } from '../../../src/store/index.ts';
import { placeStudy } from '../../kit/finished-study.ts';

const root = mkdtempSync(join(tmpdir(), 'doeflow-choose-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

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

/** A store with studies that ended on the days that their ids have, and hold so many bytes of results. */
async function storeWith(name: string, bytes: number, ...days: readonly string[]): Promise<Store> {
  const store = await openStore(join(root, name));
  for (const day of days) {
    const studyId = `beam-${day}`;
    await placeStudy(store, studyId, studyFile, { at: `${day}T00:00:00Z` });
    const folder = store.study(studyId);
    const ticket = `00000000-0000-4000-8000-0000${day.replaceAll('-', '')}`;
    await folder.write(layout.ticketOpened(ticket), { wasLost: false });
    await folder.sink(layout.resultsTable)([Buffer.alloc(bytes)]);
    await folder.write(layout.status, {
      ...{ studyId, studyName: 'beam', planHash: 'p', state: 'Finished', activity: '' },
      ...{
        runs: { total: 2, done: 2, failed: 0, submitted: 0 },
        jobs: [],
        failures: [],
        notes: [],
      },
    } satisfies StudyProgress);
    await folder.write(layout.ticketClosed(ticket), { at: `${day}T12:00:00Z` });
  }
  return store;
}

const all: PruneWish = {
  ...{ named: undefined, endedBefore: undefined, below: undefined, withoutArchive: false },
};
const copy = { name: 'beams', destination: '/archive', version: 1 };

async function choose(
  store: Store,
  wish: Partial<PruneWish>,
  {
    word = { copy },
    why = () => undefined,
    used = 0,
  }: { word?: ArchiveWord; why?: (studyId: string) => string | undefined; used?: number } = {},
) {
  const archives: ArchivesAtHand = {
    ask: () => Promise.resolve(word),
    prove: () => Promise.resolve([]),
  };
  const { chosen, kept } = await chooseStudies(
    {
      ...{ store, home: root, archives, local: undefined },
      rules: {
        whyKept: ({ studyId }) => Promise.resolve(why(studyId)),
        whyKeptNow: () => Promise.resolve(undefined),
      },
      usedBytes: () => Promise.resolve(used),
    },
    { ...all, ...wish },
    await surveyStudies(store),
  );
  return { chosen: chosen.map(({ stored }) => stored.studyId), kept };
}

describe('which studies are pruned', () => {
  it('none where none was asked for', async () => {
    const store = await storeWith('none', 10, '2026-01-01');
    expect(await choose(store, {})).toEqual({ chosen: [], kept: [] });
  });

  it('those that ended long enough ago; each that stays is told with its reason', async () => {
    const store = await storeWith('old', 10, '2026-01-01', '2026-02-01', '2026-03-01');
    const found = await choose(
      store,
      { endedBefore: '2026-02-15T00:00:00Z' },
      { why: (id) => (id === 'beam-2026-01-01' ? 'schedule s compares with it' : undefined) },
    );
    expect(found.chosen).toEqual(['beam-2026-02-01']);
    expect(found.kept).toEqual([
      { studyId: 'beam-2026-03-01', why: 'it ended on 2026-03-01, which is too young' },
      { studyId: 'beam-2026-01-01', why: 'schedule s compares with it' },
    ]);
  });

  it('the oldest, until little enough is left', async () => {
    const store = await storeWith('size', 100_000, '2026-03-01', '2026-01-01', '2026-02-01');
    const found = await choose(store, { below: 200_000 }, { used: 310_000 });
    expect(found.chosen).toEqual(['beam-2026-01-01', 'beam-2026-02-01']);
    expect(found.kept).toEqual([
      { studyId: 'beam-2026-03-01', why: 'there is enough space without it' },
    ]);
    expect((await choose(store, { below: 400_000 }, { used: 310_000 })).chosen).toEqual([]);
  });

  it('only with consent where no archive has a copy, and never where one is still to come', async () => {
    const store = await storeWith('copies', 10, '2026-01-01');
    const wish = { endedBefore: '2026-12-01T00:00:00Z' };
    const none = { word: { none: true } } as const;
    expect((await choose(store, wish, none)).kept[0]?.why).toContain('--without-archive');
    expect((await choose(store, { ...wish, withoutArchive: true }, none)).chosen).toHaveLength(1);
    const waits = { word: { keeps: 'archive beams has no copy yet' } };
    expect(await choose(store, { ...wish, withoutArchive: true }, waits)).toEqual({
      chosen: [],
      kept: [{ studyId: 'beam-2026-01-01', why: 'archive beams has no copy yet' }],
    });
  });

  it('none whose records can’t be read', async () => {
    const store = await storeWith('damaged', 10, '2026-01-01');
    await store.study('beam-2026-01-01').sink(layout.snapshot)(['{']);
    const found = await choose(store, { endedBefore: '2026-12-01T00:00:00Z' });
    expect(found.chosen).toEqual([]);
    expect(found.kept[0]?.why).toContain('can’t be read'.replace('’', "'"));
  });
});
