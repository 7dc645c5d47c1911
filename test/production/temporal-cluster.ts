import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { isFree } from '../kit/free-port.ts';
import { waitFor } from '../kit/processes.ts';
import type { Certificates } from './certificates.ts';

/** Temporal's own server, as one runs it in production. */
export interface TemporalCluster {
  readonly address: string;
  output(): string;
  stop(): Promise<void>;
}

/** Where `go install` and the tests' own installation put programs. */
const places = [
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'doeflow', 'bin'),
  join(homedir(), 'gobin'),
  join(homedir(), 'go', 'bin'),
];

/** The server and its schema tool, or undefined where they aren't built: `.ci/install-temporal-cluster`. */
export function findTemporalServer():
  { readonly server: string; readonly sql: string } | undefined {
  const found = (names: readonly string[]): string | undefined =>
    places.flatMap((place) => names.map((name) => join(place, name))).find(existsSync);
  const server = found(['temporal-server', 'server']);
  const sql = found(['temporal-sql-tool', 'sql']);
  return server === undefined || sql === undefined ? undefined : { server, sql };
}

/** Makes the schemas in PostgreSQL and starts all four services in one process; its frontend asks clients for a certificate. */
export async function startTemporalCluster(
  { server, sql }: { readonly server: string; readonly sql: string },
  folder: string,
  databasePort: number,
  certificates: Certificates,
): Promise<TemporalCluster> {
  const tool = (database: string, ...words: readonly string[]): void => {
    const where = ['--plugin', 'postgres12', '--ep', '127.0.0.1', '-p', String(databasePort)];
    execFileSync(sql, [...where, '-u', 'postgres', '--pw', 'x', '--db', database, ...words], {
      stdio: 'pipe',
    });
  };
  for (const [database, schema] of [
    ['temporal', 'temporal'],
    ['temporal_visibility', 'visibility'],
  ] as const) {
    tool(database, 'create');
    tool(database, 'setup-schema', '-v', '0.0');
    tool(database, 'update-schema', '--schema-name', `postgresql/v12/${schema}`);
  }
  const ports: number[] = [];
  // Temporal keeps ports in PostgreSQL as whole numbers of two bytes.
  while (ports.length < 8) {
    const port = 16_000 + Math.floor(Math.random() * 16_000);
    if (!ports.includes(port) && (await isFree(port))) ports.push(port);
  }
  const [frontend = 0, ...others] = ports;
  const root = join(folder, 'temporal');
  mkdirSync(join(root, 'config'), { recursive: true });
  const config = configOf({ databasePort, frontend, others, certificates, root });
  writeFileSync(join(root, 'config', 'production.yaml'), stringify(config));
  writeFileSync(join(root, 'config', 'dynamic.yaml'), '{}\n');
  const child = spawn(
    server,
    ['--root', root, '--config', 'config', '--env', 'production', 'start'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-200_000)));
  }
  await waitFor(
    'the frontend of Temporal',
    () => {
      if (child.exitCode !== null)
        throw new Error(`The Temporal server ended: ${said.slice(-3000)}`);
      return /Frontend is now healthy/u.test(said);
    },
    180_000,
  );
  return {
    address: `localhost:${frontend}`,
    output: () => said,
    async stop() {
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await gone;
      clearTimeout(force);
    },
  };
}

function configOf(options: {
  readonly databasePort: number;
  readonly frontend: number;
  readonly others: readonly number[];
  readonly certificates: Certificates;
  readonly root: string;
}): object {
  const { databasePort, frontend, others, root } = options;
  const { ca, server, client } = options.certificates;
  const sqlStore = (databaseName: string): object => ({
    sql: {
      ...{ pluginName: 'postgres12', databaseName, connectAddr: `127.0.0.1:${databasePort}` },
      ...{
        connectProtocol: 'tcp',
        user: 'postgres',
        password: 'x',
        maxConns: 20,
        maxIdleConns: 20,
      },
    },
  });
  const service = (grpcPort: number | undefined, membershipPort: number | undefined): object => ({
    rpc: { grpcPort, membershipPort, bindOnLocalHost: true },
  });
  const trusted = { serverName: 'localhost', rootCaFiles: [ca] };
  return {
    log: { stdout: true, level: 'info' },
    persistence: {
      ...{ defaultStore: 'default', visibilityStore: 'visibility', numHistoryShards: 4 },
      datastores: { default: sqlStore('temporal'), visibility: sqlStore('temporal_visibility') },
    },
    global: {
      membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' },
      tls: {
        frontend: {
          server: {
            ...{ certFile: server.cert, keyFile: server.key },
            ...{ requireClientAuth: true, clientCaFiles: [ca] },
          },
          client: trusted,
        },
        systemWorker: { certFile: client.cert, keyFile: client.key, client: trusted },
      },
    },
    services: {
      frontend: service(frontend, others[0]),
      matching: service(others[1], others[2]),
      history: service(others[3], others[4]),
      worker: service(others[5], others[6]),
    },
    clusterMetadata: {
      ...{ enableGlobalNamespace: false, failoverVersionIncrement: 10 },
      ...{ masterClusterName: 'active', currentClusterName: 'active' },
      clusterInformation: {
        active: {
          ...{ enabled: true, initialFailoverVersion: 1, rpcName: 'frontend' },
          rpcAddress: `localhost:${frontend}`,
        },
      },
    },
    dcRedirectionPolicy: { policy: 'noop' },
    publicClient: { hostPort: `localhost:${frontend}` },
    dynamicConfigClient: { filepath: join(root, 'config', 'dynamic.yaml'), pollInterval: '60s' },
  };
}
