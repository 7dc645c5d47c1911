/** One thing that goes wrong with a recorded study, and what an audit must say of it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerEntry } from '../../src/store/index.ts';
import type { Shown } from './shown-platform.ts';

/** Where the damage is done. */
export interface Scene {
  /** The study's folder in the store. */
  readonly kept: string;
  /** Contents by hash. */
  readonly objects: string;
  /** The copy of the results. */
  readonly copy: string;
  readonly shown: Shown;
}

export interface Damage {
  readonly what: string;
  readonly harm: (scene: Scene) => void;
  /** Found in what is told, which names the thing. */
  readonly told: RegExp;
  /** `fault`: the study isn't clean. `note`: it is, and the reader should know. */
  readonly as: 'fault' | 'note';
  /** True where the statistics must be made once more, which takes a while. */
  readonly analysed?: true;
  /** True where only the hashes tell it that an end leaves, and none of the records contradict each other. */
  readonly byHashOnly?: true;
}

/** Changes a text, which must have what is changed. */
export function edit(path: string, from: string | RegExp, to: string): void {
  const text = readFileSync(path, 'utf8');
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`Expected ${String(from)} in ${path}, got ${text}`);
  writeFileSync(path, changed);
}

/** Its lines. */
export const linesOf = (path: string): string[] => readFileSync(path, 'utf8').trimEnd().split('\n');

/** Pages of the ledger with an entry that passes. */
export function pagesWith(kept: string, passes: (entry: LedgerEntry) => boolean): string[] {
  const folder = join(kept, 'ledger');
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) =>
      (JSON.parse(readFileSync(path, 'utf8')) as { entries: LedgerEntry[] }).entries.some(passes),
    );
}

const isSent = (what: string, key?: string) => (entry: LedgerEntry) =>
  entry.kind === 'effect' &&
  entry.what === what &&
  entry.effect === 'sent' &&
  (key === undefined || entry.key === key);

/** Adds a page to the ledger of effects: the one that has such an entry, with other ids. */
export function addEffect(kept: string, what: string, change: object): void {
  const [page = ''] = pagesWith(kept, isSent(what));
  const { entries } = JSON.parse(readFileSync(page, 'utf8')) as { entries: object[] };
  const next = readdirSync(join(kept, 'ledger')).length + 1;
  const changed = { entries: entries.map((entry) => ({ ...entry, ...change })) };
  writeFileSync(join(kept, 'ledger', `${next}.json`), JSON.stringify(changed));
}
