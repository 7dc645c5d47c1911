import { randomUUID } from 'node:crypto';
import { Agent } from 'undici';
import type { Dispatcher } from 'undici';
import type { PlatformClient } from './platform-client.ts';
import { createRawCalls } from './create-raw-calls.ts';
import { createAccounts, createBilling } from './resources/accounts.ts';
import { createAnalyses } from './resources/analyses.ts';
import { createClusters } from './resources/clusters.ts';
import { createCoreTypes } from './resources/core-types.ts';
import { createCustomFields } from './resources/custom-fields.ts';
import { createFiles } from './resources/files.ts';
import { createJobs } from './resources/jobs.ts';
import { createTransport } from './transport/create-transport.ts';
import type { TransportOptions } from './transport/create-transport.ts';

/** How to reach the platform. Only `baseUrl` and `token` are needed. */
export type PlatformClientOptions = Omit<TransportOptions, 'dispatcher' | 'newBoundary'> & {
  /** Sends the requests; default: an undici Agent of this client's own, closed with it. */
  readonly dispatcher?: Dispatcher | undefined;
};

/**
 * A client for one platform and one token. Make one per process: budgets are kept per client, and shared with other programs by its `book`.
 * @throws UsageError for an unusable address, AuthenticationError for a malformed token; neither repeats the token
 */
export function createPlatformClient(options: PlatformClientOptions): PlatformClient {
  const own =
    options.dispatcher === undefined ? new Agent({ connect: { timeout: 10_000 } }) : undefined;
  const transport = createTransport({
    ...options,
    dispatcher: options.dispatcher ?? (own as Dispatcher),
    newBoundary: () => `doeflow-${randomUUID()}`,
  });
  return {
    baseUrl: transport.base.href,
    coreTypes: createCoreTypes(transport),
    analyses: createAnalyses(transport),
    files: createFiles(transport),
    jobs: createJobs(transport),
    customFields: createCustomFields(transport),
    clusters: createClusters(transport),
    user: createAccounts(transport),
    billing: createBilling(transport),
    raw: createRawCalls(transport),
    remarks: () => transport.remarks.list(),
    close: async () => {
      await own?.destroy();
    },
  };
}
