/** Which contents somebody needs: all that a record names, of whatever kind it is, so that a record of a later version keeps its contents too. */
import { walkFolders, type DocumentFolder, type StoredDocument } from '../objects/index.ts';
import { layout } from './layout.ts';
import type { Store } from './store.ts';

/** Records that are as many as a study's runs, and name files of runs by other hashes. */
const ofRuns: readonly string[] = [
  layout.allOutcomes.prefix,
  layout.allRunKeys.prefix,
  layout.allRecomputed.prefix,
  layout.allLedgerPages.prefix,
  layout.allTaken.prefix,
  layout.allRuns.prefix,
  layout.allPacks.prefix,
];

/** SHA-256 of all contents that studies and standing orders name. */
export async function namedContents(
  store: Pick<Store, 'study' | 'listStudies' | 'standingOrder' | 'listStandingOrders'>,
  isGone: (studyId: string) => boolean = () => false,
): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  // Orders first: a study that one of them starts meanwhile has the order's contents.
  for (const kind of ['archives', 'recurrences'] as const) {
    for (const name of await store.listStandingOrders(kind)) {
      await addNamed(store.standingOrder(kind, name), named);
    }
  }
  for (const studyId of await store.listStudies()) {
    if (!isGone(studyId)) await addNamed(store.study(studyId), named);
  }
  return named;
}

async function addNamed(folder: DocumentFolder, named: Set<string>): Promise<void> {
  const names = walkFolders(async (prefix) => {
    const listing = await folder.list({ prefix });
    const folders = listing.folders.filter((name) => !ofRuns.includes(`${prefix}${name}/`));
    return { ...listing, folders };
  });
  for await (const name of names) {
    for (const hash of hashesIn(name)) named.add(hash);
    if (!name.endsWith('.json')) continue;
    // One that another command has removed since it was listed names nothing.
    const text = (await folder.find(asText(name))) ?? '';
    for (const hash of hashesIn(text)) named.add(hash);
  }
}

/** A record as it stands, of whatever shape. */
function asText(name: string): StoredDocument<string> {
  return { name, encode: (text) => text, decode: (text) => text };
}

function hashesIn(text: string): readonly string[] {
  return text.match(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/gu) ?? [];
}
