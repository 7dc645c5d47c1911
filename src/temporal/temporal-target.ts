import type { ClientConnectConfig } from '@temporalio/envconfig';

/** Where a Temporal cluster is and how to speak to it. */
export interface TemporalTarget {
  /** `host:port`. */
  readonly address: string;
  readonly namespace: string;
  /** TLS, API key and metadata; the same object feeds a client's and a worker's connection. Absent: a plain connection. */
  readonly connection?: ClientConnectConfig['connectionOptions'] | undefined;
}
