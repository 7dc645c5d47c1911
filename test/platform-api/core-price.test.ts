import { describe, expect, it } from 'vitest';
import { priceOfCore } from '../../src/platform-api/index.ts';
import type { ComputePrice } from '../../src/platform-api/schemas/index.ts';

function price(planType: string, planName: string, amount: number): ComputePrice {
  return {
    coreType: 'emerald',
    os: 'linux',
    planType,
    planName,
    isActive: true,
    value: { amount, currency: 'USD' },
  };
}

describe('the price of a core', () => {
  it.each([
    [
      'as published clients show its plans',
      [
        price('2019-on-demand', 'pay-as-you-go-on-demand', 0.02),
        price('2019-on-demand-pro', 'pay-as-you-go-instant', 0.06),
      ],
    ],
    [
      'as a plan says in its name',
      [price('x', 'Low priority', 0.02), price('on-demand-pro', 'instant', 0.06)],
    ],
  ])('is that of the plan of its priority, %s', (_, prices) => {
    expect(priceOfCore('emerald', { coreTypes: [], prices }, true)?.amount).toBe(0.02);
    expect(priceOfCore('emerald', { coreTypes: [], prices })?.amount).toBe(0.06);
  });
});
