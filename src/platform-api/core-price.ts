import { isNotServed } from './not-served.ts';
import type { CallOptions } from './call-options.ts';
import type { PlatformClient } from './platform-client.ts';
import type { ComputePrice, CoreType } from './schemas/index.ts';

/** The core types and prices that a platform offers, as far as it says. */
export interface PriceList {
  readonly coreTypes: readonly CoreType[];
  /** Empty where the platform serves none. */
  readonly prices: readonly ComputePrice[];
  /** Why the platform serves none, where it refused to. */
  readonly refused?: string;
}

/** Reads what is needed to price a job. @throws PlatformError when the platform can't be asked. */
export async function readPriceList(
  client: Pick<PlatformClient, 'coreTypes' | 'billing'>,
  options?: CallOptions,
): Promise<PriceList> {
  const coreTypes: CoreType[] = [];
  for await (const coreType of client.coreTypes.list(options)) coreTypes.push(coreType);
  const prices = await client.billing.computePrices(options);
  if (!isNotServed(prices)) return { coreTypes, prices };
  const { reason } = prices;
  return { coreTypes, prices: [], ...(reason === undefined ? {} : { refused: reason }) };
}

/**
 * Whether a plan is the one for work that waits for cheap hardware: its name says so, or its type ends with "on-demand", as the one of On Demand
 * Economy does where that of On Demand Priority ends with "on-demand-pro".
 * @see https://github.com/js947/rescale-api and the price example of https://github.com/rescale-labs/Api_UserAPI_Reference
 */
function isLowPriorityPlan({ planType, planName }: ComputePrice): boolean {
  return (
    /low[\s_-]?priority/iu.test(`${planType ?? ''} ${planName ?? ''}`) ||
    /on-demand$/iu.test(planType ?? '')
  );
}

/**
 * What a core of this type costs for an hour: by the active price of the account's plan, else by the catalogue; undefined where neither says.
 * @param isLowPriority for work that waits for cheap hardware, which has plans and a price of its own
 */
export function priceOfCore(
  coreType: string,
  { coreTypes, prices }: PriceList,
  isLowPriority = false,
): { readonly amount: number; readonly currency: string | null } | undefined {
  const listed = prices.find(
    (each) =>
      each.coreType === coreType &&
      each.isActive !== false &&
      isLowPriorityPlan(each) === isLowPriority,
  );
  const amount = listed?.value?.amount ?? undefined;
  if (amount !== undefined) return { amount, currency: listed?.value?.currency ?? null };
  const found = coreTypes.find((each) => each.code === coreType);
  const perHour = (isLowPriority ? found?.lowPriorityPrice : found?.price) ?? undefined;
  return perHour === undefined ? undefined : { amount: perHour, currency: null };
}
