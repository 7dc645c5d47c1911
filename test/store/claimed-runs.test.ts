/** Who runs what, of studies that reuse: whatever happens at the same time, a run is run once, and nobody waits for who waits for it. */
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createPermutation, createStream } from '../../src/distributions/index.ts';
import { document } from '../../src/objects/index.ts';
import {
  claimAgain,
  claimRuns,
  layout,
  openStore,
  readOwnClaims,
  type AwaitedRun,
  type Claiming,
  type StandOfStudy,
  type Store,
} from '../../src/store/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

let root = '';
let store: Store;
/** Studies that don't run, or not any more; all others do. */
const stands = new Map<string, StandOfStudy>();
beforeEach(async () => {
  root = temporaryFolder(onTestFinished);
  store = await openStore(root);
  stands.clear();
});

const open: StandOfStudy = { kind: 'open', underWay: new Set() };
const over: StandOfStudy = { kind: 'over', underWay: new Set() };
const standOf = (studyId: string): Promise<StandOfStudy> =>
  Promise.resolve(stands.get(studyId) ?? open);

const keyOf = (letter: string): string => letter.repeat(64);
/** Runs 1, 2, … by the letters of their keys. */
const runsOf = (letters: string): ReadonlyMap<number, string> =>
  new Map([...letters].map((letter, index) => [index + 1, keyOf(letter)]));

type Rest = Omit<Claiming, 'studyId' | 'keys'>;

function claim(studyId: string, letters: string, rest: Rest = {}): Promise<readonly AwaitedRun[]> {
  return claimRuns(store, { studyId, keys: runsOf(letters), ...rest }, standOf);
}

const awaits = (run: number, studyId: string, of: number): AwaitedRun => ({
  ...{ run, awaits: { studyId, run: of } },
});

/** Runs that a study claims, each with the letter of its key. */
async function claimed(studyId: string): Promise<readonly string[]> {
  return (await readOwnClaims(store, studyId)).map(({ run, key }) => `${run}${key.at(0)}`);
}

async function claimFiles(): Promise<readonly string[]> {
  return (await store.engineRecords().list({ prefix: 'claims/' })).objects.toSorted();
}

const claimRecord = (name: string) => document(`claims/${name}`, z.object({ studyId: z.string() }));

/** The store as one sees it whose process is killed as it claims. */
const killedAtClaim = (): Store => ({
  ...store,
  engineRecords: () => ({
    ...store.engineRecords(),
    create: () => Promise.reject(new Error('killed')),
  }),
});

/** A try to claim that was cut off between its two writes. */
async function claimAndDie(studyId: string, letters: string, rest: Rest = {}): Promise<void> {
  const claiming = { studyId, keys: runsOf(letters), ...rest };
  await expect(claimRuns(killedAtClaim(), claiming, standOf)).rejects.toThrow('killed');
}

describe('what several studies want', () => {
  it('is claimed by the first, and waited for by those that come later', async () => {
    expect(await claim('one', 'ab')).toEqual([]);
    expect(await claim('two', 'bc')).toEqual([awaits(1, 'one', 2)]);
    expect(await claim('three', 'cba')).toEqual([
      ...[awaits(1, 'two', 2), awaits(2, 'one', 2), awaits(3, 'one', 1)],
    ]);
    expect([await claimed('one'), await claimed('two'), await claimed('three')]).toEqual([
      ...[['1a', '2b'], ['2c'], []],
    ]);
  });

  it('is claimed once, whoever claims at the same time, and nobody waits for who waits for it', async () => {
    const letters = [...'0123456789abcdef'];
    for (let round = 0; round < 6; round += 1) {
      const studies = ['p', 'q', 'r', 's'].map((name, index) => {
        const stream = createStream(7, `/claims/${round}/${index}`);
        const place = createPermutation(letters.length, stream);
        const own = letters.map((_, nth) => letters[place(nth)] ?? '').slice(0, 8);
        return { studyId: `${name}-${round}`, letters: own.join('') };
      });
      // Each has opened the store by itself, as processes do.
      const waiting = await Promise.all(
        studies.map(async ({ studyId, letters: wanted }) => {
          const own = await openStore(root);
          return claimRuns(own, { studyId, keys: runsOf(wanted) }, standOf);
        }),
      );
      const owners = new Map<string, string>();
      for (const { studyId } of studies) {
        for (const { run, key } of await readOwnClaims(store, studyId)) {
          expect(owners.has(key)).toBe(false);
          owners.set(key, JSON.stringify({ studyId, run }));
        }
      }
      for (const [index, { letters: wanted }] of studies.entries()) {
        const runs = runsOf(wanted);
        for (const one of waiting[index] ?? []) {
          expect(JSON.stringify(one.awaits)).toBe(owners.get(runs.get(one.run) ?? ''));
        }
      }
      const wanted = new Set(studies.flatMap((study) => [...study.letters]));
      expect(owners.size).toBe(wanted.size);
      for (const { studyId } of studies) stands.set(studyId, over);
    }
  });

  it('is run as often as the one that wants most replicates of it, which wait in the order of the claims', async () => {
    await claim('one', 'aa');
    expect(await claim('two', 'aaa')).toEqual([awaits(1, 'one', 1), awaits(2, 'one', 2)]);
    expect(await claimed('two')).toEqual(['3a']);
    expect(await claim('three', 'aaaa')).toEqual([
      ...[awaits(1, 'one', 1), awaits(2, 'one', 2), awaits(3, 'two', 3)],
    ]);
    expect(await claimed('three')).toEqual(['4a']);
  });

  it('is waited for in the order of the claims, also beyond the ninth', async () => {
    for (let number = 1; number <= 11; number += 1) await claim(`s${number}`, 'a'.repeat(number));
    expect(await claimFiles()).toHaveLength(11);
    const waiting = await claim('last', 'a'.repeat(12));
    expect(waiting.map((one) => one.awaits.studyId)).toEqual(
      Array.from({ length: 11 }, (_, index) => `s${index + 1}`),
    );
    expect(await claimed('last')).toEqual(['12a']);
  });

  it('is claimed beside files in the folder of the claims that are none', async () => {
    const records = store.engineRecords();
    await claim('one', 'a');
    for (const name of ['7.json.bak', 'copy-8.json', 'notes.json', '9.txt']) {
      await records.create(claimRecord(name), { studyId: 'one' });
    }
    expect(await claim('two', 'ab')).toEqual([awaits(1, 'one', 1)]);
    expect(await records.find(claimRecord('2.json'))).toEqual({ studyId: 'two' });
  });

  it('is claimed as the next one where a claim is forgotten while it is looked for', async () => {
    await claim('one', 'a');
    await claim('two', 'b');
    const records = store.engineRecords();
    // Another process removes it right after the folder was listed.
    const slow: Store = {
      ...store,
      engineRecords: () => ({
        ...records,
        list: async (prefix) => {
          const listing = await records.list(prefix);
          await records.remove(claimRecord('1.json'));
          return listing;
        },
      }),
    };
    const keys = runsOf('bc');
    expect(await claimRuns(slow, { studyId: 'three', keys }, standOf)).toEqual([
      ...[awaits(1, 'two', 1)],
    ]);
    expect(await claimFiles()).toEqual(['2.json', '3.json']);
  });
});

describe('a study that claims once more', () => {
  it('keeps what it claims, and makes no further claim without anything new', async () => {
    await claim('one', 'ab');
    expect(await claim('one', 'ab')).toEqual([]);
    expect(await claimFiles()).toEqual(['1.json']);
    expect(await claimed('one')).toEqual(['1a', '2b']);
  });

  it('gives up what it does not run any more, and what has another key', async () => {
    await claim('one', 'abc');
    await claim('one', 'ad');
    expect(await claimed('one')).toEqual(['1a', '2d']);
    expect(await claim('two', 'abcd')).toEqual([awaits(1, 'one', 1), awaits(4, 'one', 2)]);
    expect(await claimed('two')).toEqual(['2b', '3c']);
  });

  it('waits for what was claimed since its first claim, and is waited for', async () => {
    await claim('one', 'a');
    await claim('two', 'b');
    expect(await claim('one', 'abc')).toEqual([awaits(2, 'two', 1)]);
    expect(await claimed('one')).toEqual(['1a', '3c']);
    expect(await claim('two', 'bca')).toEqual([awaits(2, 'one', 3), awaits(3, 'one', 1)]);
  });

  it('does not wait for itself', async () => {
    await claim('one', 'a');
    expect(await claim('one', 'aa')).toEqual([]);
    expect(await claimed('one')).toEqual(['1a', '2a']);
  });

  it('says itself what stays of what it claimed', async () => {
    await claim('one', 'abc');
    const stays = ({ run }: { readonly run: number }): boolean => run !== 2;
    await claim('one', '', { stays });
    expect(await claimed('one')).toEqual(['1a', '3c']);
    // What stays is neither waited for nor claimed with another key.
    await claim('two', 'd');
    expect(await claim('one', 'dd', { stays: ({ run }) => run === 1 })).toEqual([
      ...[awaits(2, 'two', 1)],
    ]);
    expect(await claimed('one')).toEqual(['1a']);
  });

  it('gives all up where it runs nothing', async () => {
    await claim('one', 'ab');
    await claim('one', '');
    expect(await claimed('one')).toEqual([]);
    expect(await claim('two', 'ab')).toEqual([]);
  });
});

describe('a run that a study runs itself', () => {
  it('is claimed though another one claims it, who is waited for first', async () => {
    await claim('one', 'a');
    expect(await claim('two', '', { own: new Map([[5, keyOf('a')]]) })).toEqual([]);
    expect(await claimed('two')).toEqual(['5a']);
    expect(await claim('three', 'aa')).toEqual([awaits(1, 'one', 1), awaits(2, 'two', 5)]);
  });

  it('is claimed once, and listed among the others by its number', async () => {
    const own = new Map([[1, keyOf('a')]]);
    await claimRuns(store, { studyId: 'one', keys: new Map([[2, keyOf('b')]]), own }, standOf);
    await claimRuns(
      store,
      { studyId: 'one', keys: new Map([[2, keyOf('b')]]), own, stays: () => true },
      standOf,
    );
    expect(await claimed('one')).toEqual(['1a', '2b']);
    expect(await claimFiles()).toEqual(['1.json']);
  });
});

describe('what can not be waited for', () => {
  it('is claimed: runs that the study has ruled out, one by one', async () => {
    await claim('one', 'ab');
    const isOut = (one: AwaitedRun['awaits']): boolean => one.studyId === 'one' && one.run === 1;
    expect(await claim('two', 'ab', { isOut })).toEqual([awaits(2, 'one', 2)]);
    expect(await claimed('two')).toEqual(['1a']);
  });

  it('is claimed: runs of a study that has lost its workflow, but those that are under way', async () => {
    await claim('one', 'ab');
    stands.set('one', { kind: 'lost', underWay: new Set([2]) });
    expect(await claim('two', 'ab')).toEqual([awaits(2, 'one', 2)]);
    // Of one whose workflow runs, all are waited for.
    stands.set('one', open);
    expect(await claim('three', 'ab')).toEqual([awaits(1, 'one', 1), awaits(2, 'one', 2)]);
  });

  it('is claimed: runs of a study that is over, whose claims are forgotten', async () => {
    await claim('one', 'a');
    await claim('two', 'b');
    stands.set('one', over);
    expect(await claim('three', 'ab')).toEqual([awaits(2, 'two', 1)]);
    expect(await claimed('three')).toEqual(['1a']);
    expect(await claimFiles()).toEqual(['2.json', '3.json']);
  });

  it('is forgotten of that study alone', async () => {
    await claim('one', 'a');
    await claim('two', 'b');
    await claim('three', 'c');
    stands.set('two', over);
    expect(await claim('four', 'abc')).toEqual([awaits(1, 'one', 1), awaits(3, 'three', 1)]);
    expect(await claimFiles()).toEqual(['1.json', '3.json', '4.json']);
  });

  it('is nothing of a study whose records are gone', async () => {
    await claim('one', 'a');
    await store.study('one').remove(layout.claims);
    expect(await claimed('one')).toEqual([]);
    expect(await claim('two', 'a')).toEqual([]);
    await claimAgain(store, 'one');
    expect(await claimFiles()).toEqual(['1.json', '2.json']);
  });

  it('keeps the last claim of all, whose number would be given twice', async () => {
    await claim('one', 'a');
    await claim('one', 'ab');
    stands.set('one', over);
    expect(await claim('two', 'a')).toEqual([]);
    expect(await claimFiles()).toEqual(['2.json', '3.json']);
    expect(await claim('three', 'c')).toEqual([]);
    expect(await claimFiles()).toEqual(['3.json', '4.json']);
  });
});

describe('a try that died before it had claimed', () => {
  it('claims nothing: neither what others wait for, nor what its study counts as its own', async () => {
    await claimAndDie('one', 'ab');
    expect(await store.study('one').find(layout.claims)).toHaveLength(2);
    expect(await claimed('one')).toEqual([]);
    expect(await claim('two', 'a')).toEqual([]);
    expect(await claim('one', 'ab')).toEqual([awaits(1, 'two', 1)]);
    expect(await claimed('one')).toEqual(['2b']);
  });

  it('leaves what its study had claimed before', async () => {
    await claim('one', 'a');
    await claimAndDie('one', 'ab');
    expect(await claimed('one')).toEqual(['1a']);
    expect(await claim('two', 'ab')).toEqual([awaits(1, 'one', 1)]);
    expect(await claimed('two')).toEqual(['2b']);
  });

  it('claims nothing either as its study goes on after its end, where another one claims it by now', async () => {
    await claim('one', 'a');
    await claimAndDie('one', 'ab');
    await claim('two', 'b');
    await claimAgain(store, 'one');
    expect(await claimed('one')).toEqual(['1a']);
    expect(await claim('one', 'ab')).toEqual([awaits(2, 'two', 1)]);
  });

  it('claims nothing either where its study had none or has none any more', async () => {
    await claimAndDie('one', 'b');
    await claim('two', 'b');
    await claimAgain(store, 'one');
    expect(await claimed('one')).toEqual([]);
    expect(await claimFiles()).toEqual(['1.json']);
  });
});

describe('a study that is run again after its end', () => {
  it('claims what it claimed before once more, after all others, where that was forgotten', async () => {
    await claim('one', 'ab');
    await claim('two', 'c');
    stands.set('one', over);
    await claim('three', 'b');
    expect(await claimFiles()).toEqual(['2.json', '3.json']);
    stands.delete('one');
    expect(await claimed('one')).toEqual([]);
    await claimAgain(store, 'one');
    expect(await claimed('one')).toEqual(['1a', '2b']);
    expect(await store.engineRecords().find(claimRecord('4.json'))).toEqual({ studyId: 'one' });
    // Who claimed it meanwhile comes first.
    expect(await claim('four', 'abb')).toEqual([
      ...[awaits(1, 'one', 1), awaits(2, 'three', 1), awaits(3, 'one', 2)],
    ]);
  });

  it('claims once, however often it is begun, and not at all where its claim is the last one of all', async () => {
    await claim('one', 'a');
    await claimAgain(store, 'one');
    expect(await claimFiles()).toEqual(['1.json']);
    await claim('two', 'b');
    await claimAgain(store, 'one');
    await claimAgain(store, 'one');
    expect(await claimFiles()).toEqual(['1.json', '2.json', '3.json']);
  });

  it('claims once more where its claim may be forgotten at this moment', async () => {
    await claim('one', 'a');
    await claim('two', 'b');
    const records = store.engineRecords();
    // The later one is forgotten between the list and the look: so may be this one's next.
    const slow: Store = {
      ...store,
      engineRecords: () => ({
        ...records,
        list: async (prefix) => {
          const listing = await records.list(prefix);
          await records.remove(claimRecord('2.json'));
          return listing;
        },
      }),
    };
    await claimAgain(slow, 'one');
    expect(await claimFiles()).toEqual(['1.json', '3.json']);
    expect(await records.find(claimRecord('3.json'))).toEqual({ studyId: 'one' });
  });

  it('claims what a try had written that died, where nobody has claimed anything since', async () => {
    await claimAndDie('one', 'a');
    await claimAgain(store, 'one');
    expect(await claimed('one')).toEqual(['1a']);
    expect(await claim('two', 'a')).toEqual([awaits(1, 'one', 1)]);
  });

  it('claims nothing where it had claimed nothing', async () => {
    await claim('one', 'a');
    await claimAgain(store, 'two');
    await claim('one', '');
    await claim('two', 'b');
    await claimAgain(store, 'one');
    expect(await claimFiles()).toEqual(['1.json', '2.json']);
  });

  it('takes the next number where others claim at the same time', async () => {
    for (const studyId of ['one', 'two', 'three', 'four']) await claim(studyId, 'abcdef');
    await claim('five', 'f0');
    const again = ['one', 'one', 'five'].map(async (studyId) =>
      claimAgain(await openStore(root), studyId),
    );
    await Promise.all([...again, claim('six', '1')]);
    const numbers = await claimFiles();
    expect(numbers).toEqual(numbers.map((_, index) => `${index + 1}.json`));
    expect(await claimed('six')).toEqual(['11']);
  });
});
