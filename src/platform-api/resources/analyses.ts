import { listResource } from '../list-resource.ts';
import type { Analyses } from '../platform-client.ts';
import { analysisSchema } from '../schemas/index.ts';
import type { Transport } from '../transport/transport.ts';

/** The software packages that the token's owner may use. */
export function createAnalyses(transport: Transport): Analyses {
  const spec = {
    path: '/api/v2/analyses/',
    item: analysisSchema,
    keyOf: (analysis: { readonly code: string }) => analysis.code,
  };
  return { list: (options) => listResource(transport, spec, options) };
}
