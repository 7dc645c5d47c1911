/** The hardware that each of a study's jobs and clusters has, and its price: amendments change it for those that are made afterwards. */
import type { DocumentFolder, StoredDocument } from '../objects/index.ts';
import { firstRevision, revisionOf } from '../run/first-revision.ts';
import type { CorePrice } from '../study/cost.ts';
import {
  isSamePrice,
  onHardware,
  paidHardwareOf,
  type PaidHardware,
} from '../study/paid-hardware.ts';
import type { Study } from '../study/study.ts';
import { layout } from './layout.ts';

/** Hardware with the place of its price. */
export interface PricedHardware {
  readonly hardware: PaidHardware;
  readonly price: StoredDocument<CorePrice>;
}

/** What a study's jobs are paid for by, revision by revision. */
export interface HardwareBook {
  /** An amendment has changed it. */
  readonly isChanged: boolean;
  /** Everything of which the price differs; the hardware that the study was started with first. */
  readonly priced: readonly PricedHardware[];
  /** That of the jobs which are made with a revision of the study's files; absent: the newest. */
  at(revision?: number): PaidHardware;
  /** That of a job: as it was made, or as it was paid for in advance; of one that isn't begun the newest. */
  ofJob(jobNumber: number): Promise<PaidHardware>;
  /** That of a cluster which was made for the study, by the record of it. */
  ofCluster(made: { readonly revision?: number | undefined }): PaidHardware;
  /** Of a core hour; undefined where nobody has told it. */
  priceOf(hardware: PaidHardware): Promise<CorePrice | undefined>;
}

/** @param study as it stands, for what no amendment has changed */
export async function openHardwareBook(
  folder: Pick<DocumentFolder, 'find'>,
  study: Parameters<typeof paidHardwareOf>[0],
): Promise<HardwareBook> {
  const changes = await readChanges(folder);
  const first = changes[0]?.before ?? paidHardwareOf(study);
  const newest = changes.at(-1)?.after ?? first;
  const all = [first, ...changes.map(({ after }) => after)];
  const priced = all
    .filter((one, index) => all.findIndex((other) => isSamePrice(one, other)) === index)
    .map((hardware) => ({ hardware, price: placeOfPrice(hardware, first) }));
  const prices = new Map<string, Promise<CorePrice | undefined>>();
  const at = (revision?: number): PaidHardware =>
    revision === undefined
      ? newest
      : (changes.findLast((change) => change.revision <= revision)?.after ?? first);
  return {
    ...{ isChanged: changes.length > 0, priced, at },
    ofJob: async (jobNumber) =>
      changes.length === 0 ? first : at(await revisionOfJob(folder, jobNumber)),
    ofCluster: ({ revision = firstRevision }) => at(revision),
    priceOf(hardware) {
      const place = placeOfPrice(hardware, first);
      const found = prices.get(place.name) ?? folder.find(place);
      prices.set(place.name, found);
      return found;
    },
  };
}

/** The study with the hardware that a job of it has, and what a core hour of that costs. */
export async function readPaidJob<S extends Pick<Study, 'job'>>(
  folder: Pick<DocumentFolder, 'find'>,
  study: S,
  jobNumber: number,
): Promise<{ readonly study: S; readonly price: CorePrice | undefined }> {
  const book = await openHardwareBook(folder, study);
  if (!book.isChanged) return { study, price: await book.priceOf(book.at()) };
  const hardware = await book.ofJob(jobNumber);
  return { study: onHardware(study, hardware), price: await book.priceOf(hardware) };
}

/** Where the price of hardware is kept, of a study that was started with `first`. */
export function placeOfPrice(
  hardware: PaidHardware,
  first: PaidHardware,
): StoredDocument<CorePrice> {
  if (isSamePrice(hardware, first)) return layout.price;
  const { coreType, coreClass = '', isLowPriority } = hardware;
  const name = coreType ?? `class ${coreClass}`;
  return layout.priceOf(isLowPriority === true ? `${name} low` : name);
}

interface HardwareChange {
  readonly revision: number;
  readonly before: PaidHardware;
  readonly after: PaidHardware;
}

async function readChanges(
  folder: Pick<DocumentFolder, 'find'>,
): Promise<readonly HardwareChange[]> {
  const changes: HardwareChange[] = [];
  for (let number = firstRevision + 1; ; number += 1) {
    const kept = await folder.find(layout.revision(number));
    if (kept === undefined) return changes;
    const { hardware } = kept.amendment ?? {};
    if (hardware !== undefined) changes.push({ revision: number, ...hardware });
  }
}

async function revisionOfJob(
  folder: Pick<DocumentFolder, 'find'>,
  jobNumber: number,
): Promise<number | undefined> {
  const spec = await folder.find(layout.jobSpec(jobNumber));
  if (spec !== undefined) return revisionOf(spec);
  return (await folder.find(layout.reservation(jobNumber)))?.revision;
}
