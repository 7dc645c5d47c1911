import { analysisSchema, coreTypeSchema } from '../../../platform-api/schemas/index.ts';
import { presentCoreType } from '../../present/present-core-type.ts';
import type { Endpoint, Exchange } from '../endpoint.ts';
import { answerList, pageParameters } from '../page.ts';

/** Hardware, software and prices on offer. */
export const catalogueEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/coretypes/',
    documented: [2],
    scope: 'user',
    summary: 'List core types',
    parameters: { ...pageParameters, isActive: 'Only core types that new jobs can or cannot use.' },
    response: coreTypeSchema,
    handle: answerCoreTypes,
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
            ['2019-on-demand-pro', 'pay-as-you-go-instant', coreType.price],
            ['2019-on-demand', 'pay-as-you-go-on-demand', Number(coreType.lowPriorityPrice)],
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

function answerCoreTypes(exchange: Exchange): unknown {
  const { catalogue, settings } = exchange.context;
  const wish = settings.documentOnly ? '' : (exchange.query('isActive') ?? '').toLowerCase();
  const coreTypes = ['true', 'false'].includes(wish)
    ? catalogue.coreTypes.filter(({ isDeprecated }) => String(!isDeprecated) === wish)
    : catalogue.coreTypes;
  return answerList(
    exchange,
    coreTypes.map((coreType) => presentCoreType(coreType, settings.documentOnly)),
  );
}
