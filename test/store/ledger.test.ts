import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { appendToLedger, layout, openStore, readLedger } from '../../src/store/index.ts';
import type { LedgerEntry } from '../../src/store/index.ts';
import { runStoreProgram } from '../objects/folder/run-store-program.ts';
import { temporaryFolder } from './temporary-folder.ts';

let root = '';
beforeEach(() => {
  root = temporaryFolder(onTestFinished);
});

const at = '2026-01-01T00:00:00.000Z';
const intent: LedgerEntry = { kind: 'effect', at, what: 'create-job', key: 'j1', effect: 'intent' };

async function entriesOf(folder: Parameters<typeof readLedger>[0]): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  for await (const entry of readLedger(folder)) entries.push(entry);
  return entries;
}

describe('the ledger of a study', () => {
  it('gives entries of every kind back in the order in which they came', async () => {
    const folder = (await openStore(root)).study('beam-1');
    const entries: LedgerEntry[] = [
      intent,
      { ...intent, effect: 'sent', platformId: 'abc' },
      { kind: 'ticket', at, what: 'queue', key: 't1', ticket: 'drawn' },
      {
        kind: 'reservation',
        at,
        what: 'job',
        key: '1',
        reservation: 'reserved',
        cost: 2.5,
        currency: null,
      },
    ];
    expect(await entriesOf(folder)).toEqual([]);
    expect(await appendToLedger(folder, entries.slice(0, 1))).toBe(1);
    expect(await appendToLedger(folder, entries.slice(1))).toBe(2);
    expect(await entriesOf(folder)).toEqual(entries);
  });

  it('gives each of those who add at the same moment a page of its own', async () => {
    const folder = (await openStore(root)).study('beam-1');
    const keys = Array.from({ length: 8 }, (_, index) => `j${index}`);
    const pages = await Promise.all(
      keys.map((key) => appendToLedger(folder, [{ ...intent, key }])),
    );
    expect(pages.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect((await entriesOf(folder)).map(({ key }) => key).toSorted()).toEqual(keys);
  });

  it('finds its end in a few looks', async () => {
    for (const pages of [0, 1, 2, 3, 7, 8, 9, 40_000]) {
      let looks = 0;
      const created: string[] = [];
      const page = await appendToLedger(
        {
          find: () => Promise.resolve(undefined),
          has: ({ name }) => {
            looks += 1;
            return Promise.resolve(Number(/\d+/u.exec(name)?.[0]) <= pages);
          },
          create: ({ name }) => {
            created.push(name);
            return Promise.resolve(true);
          },
        },
        [intent],
      );
      expect(page).toBe(pages + 1);
      expect(created).toEqual([layout.ledgerPage(pages + 1).name]);
      expect(looks).toBeLessThanOrEqual(34);
    }
  });

  it('refuses a page that holds anything else', () => {
    const text = JSON.stringify({ entries: [{ ...intent, kind: 'rumour' }] });
    expect(() => layout.ledgerPage(3).decode(text)).toThrow(/ledger\/3\.json is wrong at entries/u);
  });

  const append = `
    const { appendToLedger, openStore } = await import(from('store/index.js'));
    const [root, name] = process.argv.slice(1);
    const folder = (await openStore(root)).study('beam-1');
    for (let index = 0; index < 20; index += 1) {
      const entry = { kind: 'effect', at: '${at}', what: 'create-job', key: name + index };
      await appendToLedger(folder, [{ ...entry, effect: 'intent' }, { ...entry, effect: 'sent' }]);
    }`;

  it('loses no entry of several processes, and has no gap', { timeout: 60_000 }, async () => {
    const names = ['a', 'b', 'c'];
    const ended = await Promise.all(names.map((name) => runStoreProgram(append, [root, name])));
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
    const keys = (await entriesOf((await openStore(root)).study('beam-1'))).map(({ key }) => key);
    expect(keys).toHaveLength(120);
    for (const name of names) {
      const own = keys.filter((key) => key.startsWith(name));
      expect(own).toEqual(Array.from({ length: 40 }, (_, index) => `${name}${index >> 1}`));
    }
  });
});
