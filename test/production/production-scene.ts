/** All that a deployment has, on one machine: PostgreSQL, Temporal's own server with certificates for its clients, a platform, and a folder or bucket as store. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStack, type Stack } from '../kit/start-stack.ts';
import { makeCertificates, type Certificates } from './certificates.ts';
import { findPostgres, startPostgres } from './postgres.ts';
import {
  findTemporalServer,
  startTemporalCluster,
  type TemporalCluster,
} from './temporal-cluster.ts';

/** What of a deployment isn't installed here; undefined where all is. */
export function missingPart(): string | undefined {
  if (findPostgres() === undefined) return 'PostgreSQL isn’t installed (apt install postgresql)';
  if (findTemporalServer() === undefined) {
    return 'Temporal’s own server isn’t built (.ci/install-temporal-cluster)';
  }
  return undefined;
}

export interface ProductionScene {
  readonly folder: string;
  readonly platform: Stack;
  readonly cluster: TemporalCluster;
  readonly certificates: Certificates;
  /** Environment of workers and command lines; with these certificates instead of the client's. */
  env(pair?: { readonly cert: string; readonly key: string }): Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts all but workers. The namespace isn't made yet. */
export async function startProduction(): Promise<ProductionScene> {
  const bin = findPostgres();
  const programs = findTemporalServer();
  if (bin === undefined || programs === undefined) throw new Error(missingPart());
  const folder = mkdtempSync(join(tmpdir(), 'doeflow-production-'));
  const certificates = makeCertificates(folder);
  const ends: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of ends.reverse()) await end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const platform = await startStack({ speed: 20, without: ['temporal', 'worker'] });
    ends.push(() => platform.stop());
    // Its user may not enter a folder that is ours alone.
    const databaseFolder = mkdtempSync(join(tmpdir(), 'doeflow-postgres-'));
    ends.push(async () => rmSync(databaseFolder, { recursive: true, force: true, maxRetries: 5 }));
    const postgres = await startPostgres(bin, databaseFolder);
    ends.push(() => postgres.stop());
    const cluster = await startTemporalCluster(programs, folder, postgres.port, certificates);
    ends.push(() => cluster.stop());
    return {
      ...{ folder, platform, cluster, certificates, stop },
      env: ({ cert, key } = certificates.client) => ({
        ...platform.env,
        ...{ TEMPORAL_ADDRESS: cluster.address, TEMPORAL_NAMESPACE: 'doeflow' },
        ...{ TEMPORAL_TLS_CLIENT_CERT_PATH: cert, TEMPORAL_TLS_CLIENT_KEY_PATH: key },
        TEMPORAL_TLS_SERVER_CA_CERT_PATH: certificates.ca,
      }),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
