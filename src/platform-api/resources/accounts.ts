import { z } from 'zod';
import { orNotServed } from '../not-served.ts';
import type { Accounts, Billing } from '../platform-client.ts';
import { computePriceSchema, userSchema } from '../schemas/index.ts';
import { callJson } from '../transport/call.ts';
import type { Transport } from '../transport/transport.ts';

/** Whose token it is; beyond the document. */
export function createAccounts(transport: Transport): Accounts {
  const request = { method: 'GET', path: '/api/v2/users/me/' } as const;
  return {
    me: (options) =>
      orNotServed(transport, {
        endpoint: `GET ${request.path}`,
        call: () => callJson(transport, request, userSchema, options?.signal),
      }),
  };
}

/** Prices of core types by plan; beyond the document. */
export function createBilling(transport: Transport): Billing {
  const request = { method: 'GET', path: '/api/v2/billing/computeprices/' } as const;
  const prices = z.array(computePriceSchema);
  return {
    computePrices: (options) =>
      orNotServed(transport, {
        endpoint: `GET ${request.path}`,
        call: () => callJson(transport, request, prices, options?.signal),
      }),
  };
}
