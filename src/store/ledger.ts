/**
 * The ledger of a study: numbered pages without a gap, each made by `putIfAbsent` and never changed. Two writers lose no entry: who comes
 * second takes the next number.
 */
import { layout } from './layout.ts';
import type { LedgerEntry } from './schemas/ledger-entry.ts';
import type { DocumentFolder } from '../objects/index.ts';

type Pages = Pick<DocumentFolder, 'create' | 'find' | 'has'>;

/** Adds a page with these entries. @returns its number, from 1 */
export async function appendToLedger(
  folder: Pages,
  entries: readonly LedgerEntry[],
): Promise<number> {
  let page = (await countPages(folder)) + 1;
  while (!(await folder.create(layout.ledgerPage(page), { entries: [...entries] }))) page += 1;
  return page;
}

/** All entries in the order of their pages. */
export async function* readLedger(folder: Pages): AsyncGenerator<LedgerEntry> {
  for (let page = 1; ; page += 1) {
    const found = await folder.find(layout.ledgerPage(page));
    if (found === undefined) return;
    yield* found.entries;
  }
}

/** How many pages there are, found in a few looks (doubling, then halving) whatever their number. */
async function countPages(folder: Pages): Promise<number> {
  const has = (page: number): Promise<boolean> => folder.has(layout.ledgerPage(page));
  let absent = 1;
  while (await has(absent)) absent *= 2;
  let present = Math.floor(absent / 2);
  while (absent - present > 1) {
    const middle = Math.floor((present + absent) / 2);
    if (await has(middle)) present = middle;
    else absent = middle;
  }
  return present;
}
