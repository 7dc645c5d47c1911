import type { ComputePrice, CoreType } from '../../platform-api/index.ts';
import type { Plan } from '../../study/plan.ts';
import type { Study } from '../../study/study.ts';

/** What a study costs, between two bounds; null where nothing is known. */
export interface CostRange {
  readonly low: number | null;
  readonly high: number | null;
  /** ISO 4217 code; null where the platform doesn't say. */
  readonly currency: string | null;
}

/** Nothing is known about the cost. */
export const unknownCost: CostRange = { low: null, high: null, currency: null };

/**
 * The most that a plan's jobs can cost: every core of every slot for the whole walltime, at the core type's price for an hour.
 * Unknown without a walltime or a price. There is no lower bound before a run was timed.
 */
export function boundCost(
  study: Study,
  plan: Plan,
  coreTypes: readonly CoreType[],
  prices: readonly ComputePrice[],
): CostRange {
  const { hardware } = study.job;
  const { cluster } = study.execution;
  if (hardware.coreType === undefined || cluster?.kind === 'existing') return unknownCost;
  const hours =
    cluster?.kind === 'own'
      ? (cluster.walltimeHours ?? hardware.walltime)
      : hardware.walltime === undefined
        ? undefined
        : hardware.walltime * plan.jobs.length;
  const price = priceOf(hardware.coreType, coreTypes, prices);
  if (hours === undefined || price === undefined) return unknownCost;
  const cores = hardware.coresPerSlot * (cluster?.kind === 'own' ? cluster.slots : hardware.slots);
  return { low: null, high: hours * cores * price.amount, currency: price.currency };
}

function priceOf(
  coreType: string,
  coreTypes: readonly CoreType[],
  prices: readonly ComputePrice[],
): { readonly amount: number; readonly currency: string | null } | undefined {
  const listed = prices.find((each) => each.coreType === coreType && each.isActive !== false);
  const amount = listed?.value?.amount ?? undefined;
  if (amount !== undefined) return { amount, currency: listed?.value?.currency ?? null };
  const perHour = coreTypes.find((each) => each.code === coreType)?.price ?? undefined;
  return perHour === undefined ? undefined : { amount: perHour, currency: null };
}
