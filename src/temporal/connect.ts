/**
 * The way into this room: how processes reach a Temporal cluster, by which names they find each other on it, and where our own server's
 * executable comes from. The room must not know who starts that server (`src/host`), nor what a study is.
 */
import { Client, Connection, isGrpcServiceError } from '@temporalio/client';
import { UsageError } from '../errors.ts';
import type { Sealing } from '../sealing/index.ts';
import { SealedClient } from '../sealing/sealed-client.ts';
import type { TemporalTarget } from './temporal-target.ts';
import { waitForPort } from './wait-for-port.ts';

/** An open connection to a Temporal cluster, and the client that speaks over it. */
export interface TemporalLink {
  readonly temporalClient: Client;
  readonly connection: Connection;
  readonly namespace: string;
  close(): Promise<void>;
}

/** gRPC's numbers for the answers that are told apart here. */
const grpcStatus = { notFound: 5, permissionDenied: 7, unauthenticated: 16 } as const;

/**
 * Connects a client to a Temporal cluster and checks that the namespace exists.
 * @param patienceMs how long to wait for a server that doesn't listen yet; default 0, one try
 * @param answerMs how long it may take to answer once it listens; default 5 s
 * @param sealing the client's payloads; without, it can look at the server, but no worker listens to it
 * @throws UsageError USAGE_TEMPORAL_UNREACHABLE, exit code 7, with the address and what to look at.
 */
export async function connectTemporal(
  target: TemporalTarget,
  options: {
    readonly patienceMs?: number;
    readonly answerMs?: number;
    readonly identity?: string;
    readonly sealing?: Sealing;
  } = {},
): Promise<TemporalLink> {
  const { namespace } = target;
  const answerMs = options.answerMs ?? 5_000;
  const connection = await openConnection(target, options);
  try {
    await connection.withDeadline(Date.now() + answerMs, () =>
      connection.workflowService.describeNamespace({ namespace }),
    );
  } catch (cause) {
    // Clusters may keep the description of a namespace from those who may use it.
    const denied = isGrpcServiceError(cause) && cause.code === grpcStatus.permissionDenied;
    if (!denied) {
      await connection.close();
      throw unreachable(target, cause);
    }
  }
  const { identity, sealing } = options;
  const clientOptions = { connection, namespace, ...(identity === undefined ? {} : { identity }) };
  return {
    connection,
    namespace,
    temporalClient:
      sealing === undefined ? new Client(clientOptions) : new SealedClient(sealing, clientOptions),
    close: () => connection.close(),
  };
}

/**
 * Connects to a cluster without asking for its namespace, which needn't be there.
 * @throws UsageError USAGE_TEMPORAL_UNREACHABLE, exit code 7
 */
export async function openConnection(
  target: TemporalTarget,
  options: { readonly patienceMs?: number; readonly answerMs?: number } = {},
): Promise<Connection> {
  const { address } = target;
  // On this machine a closed port is certain at once; elsewhere only gRPC knows the way, through a proxy perhaps.
  const isLoopback = /^(127\.|localhost:|\[::1\]:)/.test(address);
  if (options.patienceMs !== undefined || isLoopback) {
    const listening = await waitForPort(address, { timeoutMs: options.patienceMs ?? 0 });
    if (isLoopback && !listening) throw unreachable(target, undefined);
  }
  try {
    const { tls, apiKey, metadata } = target.connection ?? {};
    return await Connection.connect({
      address,
      connectTimeout: options.answerMs ?? 5_000,
      ...(tls === undefined || tls === null ? {} : { tls }),
      ...(apiKey === undefined ? {} : { apiKey }),
      ...(metadata === undefined ? {} : { metadata: metadata as Record<string, string> }),
    });
  } catch (cause) {
    throw unreachable(target, cause);
  }
}

/** Turns a failed connection into one plain sentence; the cause keeps the details. */
export function unreachable(target: TemporalTarget, cause: unknown): UsageError {
  const { address, namespace } = target;
  const code = grpcCodeOf(cause);
  if (code === grpcStatus.notFound) {
    return new UsageError(
      'USAGE_TEMPORAL_NAMESPACE',
      `The Temporal server at ${address} has no namespace "${namespace}"`,
      {
        hint: 'Check TEMPORAL_NAMESPACE and the profile, or have the namespace made: doeflow doctor --fix',
        exitCode: 7,
        cause,
      },
    );
  }
  if (code === grpcStatus.unauthenticated) {
    return new UsageError(
      'USAGE_TEMPORAL_UNREACHABLE',
      `The Temporal server at ${address} does not accept our credentials`,
      {
        hint: 'Check the API key or certificates of the Temporal client configuration',
        exitCode: 7,
        cause,
      },
    );
  }
  return new UsageError('USAGE_TEMPORAL_UNREACHABLE', `No Temporal server answers at ${address}`, {
    hint: 'Check the address and TLS settings with doeflow doctor, or unset them to use the embedded server',
    exitCode: 7,
    cause,
  });
}

/** Of an error of either of Temporal's clients. */
function grpcCodeOf(cause: unknown): number | undefined {
  if (isGrpcServiceError(cause)) return cause.code;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'number' ? code : undefined;
}
