/** The hardware of a study as it stands and as an amendment would have it, each with its price. */
import {
  findCostLimit,
  openHardwareBook,
  placeOfPrice,
  type DocumentFolder,
} from '../../store/index.ts';
import type { RefusedSetting } from '../../study/amend/compare-study.ts';
import type { CorePrice } from '../../study/cost.ts';
import {
  isSameHardware,
  isSamePrice,
  paidHardwareOf,
  type PaidHardware,
} from '../../study/paid-hardware.ts';
import type { Study } from '../../study/study.ts';
import type { PlanCheck } from '../plan/check-plan.ts';
import type { ComparedPrices } from './amendment-cost.ts';

/** Asks the platform; undefined where it can't be asked, which was told then. */
export type AskPlatform = (study: Study) => Promise<PlanCheck | undefined>;

/** What jobs that are made afterwards are paid for by. */
export interface AmendedHardware {
  readonly before: PaidHardware;
  readonly after: PaidHardware;
  readonly prices: ComparedPrices;
  readonly isWalltimeOnly?: true;
}

/** What was read, and what of it can't be. */
export interface ReadHardware {
  readonly prices: ComparedPrices;
  /** Absent where it stays. */
  readonly hardware?: AmendedHardware;
  readonly refused: readonly RefusedSetting[];
}

/** Compares hardware and prices; the platform is asked where the hardware is another. */
export async function readHardware(
  folder: DocumentFolder,
  studies: { readonly before: Study; readonly after: Study },
  askPlatform: AskPlatform,
): Promise<ReadHardware> {
  const [before, after] = [paidHardwareOf(studies.before), paidHardwareOf(studies.after)];
  const book = await openHardwareBook(folder, studies.before);
  const old = await book.priceOf(before);
  const { cluster } = studies.after.execution;
  // What another cluster is made of is refused by its rule.
  if (isSameHardware(before, after) || cluster?.kind === 'existing') {
    return { prices: { before: old, after: old }, refused: [] };
  }
  const isWalltimeOnly =
    cluster === undefined && isSameHardware({ ...before, walltime: after.walltime }, after);
  if (isWalltimeOnly) {
    const prices = { before: old, after: old };
    return { prices, hardware: { before, after, prices, isWalltimeOnly: true }, refused: [] };
  }
  const asked = await askPlatform(studies.after);
  const isSame = isSamePrice(before, after);
  const kept = isSame ? old : await folder.find(await placeFor(folder, studies.before, after));
  const prices = {
    before: old ?? (isSame ? asked?.price : undefined),
    after: kept ?? asked?.price,
  };
  const limit = await findCostLimit(folder, studies.before);
  const isLimited = limit !== undefined || studies.after.execution.maxCost !== undefined;
  const told = (asked?.problems ?? []).filter(({ severity }) => severity === 'error');
  return {
    prices,
    hardware: { before, after, prices },
    refused: [
      ...told
        // The limit that holds is looked at below.
        .filter(({ where }) => where !== 'execution.maxCost')
        .map(({ where, message, hint }) => ({
          words: where,
          why: hint === undefined ? message : `${message} (${hint})`,
        })),
      ...refuseUnknown(after, prices, isLimited),
      ...refuseCurrency(prices),
    ],
  };
}

/** Where the price of the hardware is kept once the study has it. */
export async function placeFor(
  folder: DocumentFolder,
  study: Study,
  hardware: PaidHardware,
): Promise<ReturnType<typeof placeOfPrice>> {
  const { priced } = await openHardwareBook(folder, study);
  return placeOfPrice(hardware, priced[0]?.hardware ?? hardware);
}

function refuseUnknown(
  { coreType = 'it' }: PaidHardware,
  { after }: ComparedPrices,
  isLimited: boolean,
): readonly RefusedSetting[] {
  if (!isLimited || (after !== undefined && after.amount > 0)) return [];
  return [
    {
      words: 'job.hardware',
      why: `the study's cost has a limit, and nobody tells what a core hour of ${coreType} costs; give it in the profile file: prices: {${coreType}: 0.12}`,
    },
  ];
}

function refuseCurrency({ before, after }: ComparedPrices): readonly RefusedSetting[] {
  const [one, other] = [before?.currency ?? undefined, after?.currency ?? undefined];
  // Without a currency amounts are taken for those of the other.
  if (one === undefined || other === undefined || one === other) return [];
  return [
    {
      words: 'job.hardware',
      why: `its price is in ${other}, and what the study has run is paid in ${one}: the cost could not be summed`,
    },
  ];
}

/** Keeps the price before the amendment is, so that what is sent by it is never without one. */
export async function keepPriceOf(
  folder: DocumentFolder,
  study: Study,
  { after, prices }: AmendedHardware,
): Promise<void> {
  const price: CorePrice | undefined = prices.after;
  if (price !== undefined) await folder.create(await placeFor(folder, study, after), price);
}
