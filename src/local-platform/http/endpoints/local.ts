import { readLedger } from '../../database/ledger.ts';
import type { Endpoint } from '../endpoint.ts';

/** What only a platform served here can tell: the ledger of effects, by which tests judge. No client of the platform needs it. */
export const localEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/local/ledger/',
    documented: [],
    scope: 'user',
    summary: 'Every effect so far, oldest first, after a sequence number',
    parameters: {
      after: 'Sequence number after which the list starts.',
      limit: 'At most this many entries.',
    },
    handle: ({ context, query }) => {
      const after = Math.max(0, Math.trunc(Number(query('after') ?? 0)) || 0);
      const limit = Math.min(10_000, Math.max(1, Math.trunc(Number(query('limit') ?? 1000)) || 1));
      const entries = readLedger(context.database, after, limit);
      return { entries, last: entries.at(-1)?.seq ?? after };
    },
  },
  {
    method: 'GET',
    path: '/local/faults/',
    documented: [],
    scope: 'user',
    summary: 'The rules of the fault plan with how often each matched and fired',
    handle: ({ context }) => ({ rules: context.faults.records() }),
  },
];
