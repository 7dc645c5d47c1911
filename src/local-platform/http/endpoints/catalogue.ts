import { analysisSchema, coreTypeSchema } from '../../../platform-api/schemas/index.ts';
import type { Endpoint } from '../endpoint.ts';
import { answerList, pageParameters } from '../page.ts';

/** Hardware, software and prices on offer. */
export const catalogueEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/coretypes/',
    documented: [2],
    scope: 'user',
    summary: 'List core types',
    parameters: pageParameters,
    response: coreTypeSchema,
    handle: (exchange) => answerList(exchange, exchange.context.catalogue.coreTypes),
  },
  {
    method: 'GET',
    path: '/analyses/',
    documented: [2],
    scope: 'user',
    summary: 'List analyses (software packages)',
    parameters: pageParameters,
    response: analysisSchema,
    handle: (exchange) => answerList(exchange, exchange.context.catalogue.analyses),
  },
  {
    method: 'GET',
    path: '/billing/computeprices/',
    documented: [],
    scope: 'user',
    summary: 'Prices of core types, a bare array',
    handle: ({ context }) =>
      context.catalogue.coreTypes.flatMap((coreType) =>
        (
          [
            ['on-demand-pro', 'pay-as-you-go-instant', coreType.price],
            ['low-priority', 'pay-as-you-go-on-demand', Number(coreType.lowPriorityPrice)],
          ] as const
        ).map(([planType, planName, amount]) => ({
          coreType: coreType.code,
          os: 'linux',
          planType,
          planName,
          isActive: !coreType.isDeprecated,
          value: { amount, currency: 'USD' },
        })),
      ),
  },
];
