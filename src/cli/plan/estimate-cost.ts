import { priceOfCore, type PriceList } from '../../platform-api/index.ts';
import { unknownCost, type CostRange } from '../../study/cost.ts';
import type { Plan } from '../../study/plan.ts';
import type { Study } from '../../study/study.ts';

/**
 * The most that a plan's jobs can cost: every core of every slot for the whole walltime, at the core type's price for an hour.
 * Unknown without a walltime or a price. There is no lower bound before a run was timed.
 */
export function boundCost(study: Study, plan: Plan, priceList: PriceList): CostRange {
  const { hardware } = study.job;
  const { cluster } = study.execution;
  if (hardware.coreType === undefined || cluster?.kind === 'existing') return unknownCost;
  const hours =
    cluster?.kind === 'own'
      ? (cluster.walltimeHours ?? hardware.walltime)
      : hardware.walltime === undefined
        ? undefined
        : hardware.walltime * plan.jobs.length;
  const price = priceOfCore(hardware.coreType, priceList);
  if (hours === undefined || price === undefined) return unknownCost;
  const cores = hardware.coresPerSlot * (cluster?.kind === 'own' ? cluster.slots : hardware.slots);
  return { low: null, high: hours * cores * price.amount, currency: price.currency };
}
