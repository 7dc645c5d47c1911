import { listResource } from '../list-resource.ts';
import type { CoreTypes } from '../platform-client.ts';
import { coreTypeSchema } from '../schemas/index.ts';
import type { Transport } from '../transport/transport.ts';

/** The hardware types on offer. */
export function createCoreTypes(transport: Transport): CoreTypes {
  const spec = {
    path: '/api/v2/coretypes/',
    item: coreTypeSchema,
    keyOf: (coreType: { readonly code: string }) => coreType.code,
  };
  return { list: (options) => listResource(transport, spec, options) };
}
