/** What a worker works with: its platform, its store, its Temporal cluster, and the activities over them. */
import { createRequire } from 'node:module';
import type { NativeConnection } from '@temporalio/worker';
import type { Logger } from 'pino';
import { hearPlatformCall } from '../activities/call-watch.ts';
import type { ActivityDependencies } from '../activities/dependencies.ts';
import { createFailpoints } from '../activities/failpoints.ts';
import { askAccount, createPlatformGuard } from '../activities/platform-guard.ts';
import { createStudyCache } from '../activities/study-cache.ts';
import { createTakeOverGuard } from '../activities/take-over-guard.ts';
import { hardwareHourMs } from '../src/hardware-hour.ts';
import { readOwnPrices } from '../src/host/settings/own-prices.ts';
import { openSealing } from '../src/host/settings/payload-settings.ts';
import { requireToken, type RemotePlatform } from '../src/host/settings/platform-settings.ts';
import type { WorkerOrder } from '../src/host/worker-order.ts';
import { openDestination } from '../src/objects/index.ts';
import {
  createPlatformClient,
  type PlatformClient,
  type PlatformLogEvent,
} from '../src/platform-api/index.ts';
import { SealedClient } from '../src/sealing/sealed-client.ts';
import type { Sealing } from '../src/sealing/index.ts';
import { openStore, platformKey, type Store } from '../src/store/index.ts';
import { connectWorker } from '../src/temporal/connect-worker.ts';
import type { TemporalTarget } from '../src/temporal/temporal-target.ts';
import { readAllWorkers } from '../src/temporal/polling-workers.ts';
import { workerIdentity } from '../src/temporal/worker-identity.ts';
import { createWorkflowDesk } from '../src/temporal/workflow-desk.ts';
import { requireAttributes } from './require-attributes.ts';
import type { Figures } from './figures.ts';
import type { TokenWatch } from './token-watch.ts';
import { createTargetReader, type TargetReader } from './told-keeper.ts';
import { hasOpenStudy } from './has-open-study.ts';
import { waitForOthers } from './wait-for-others.ts';
import { waitForStore } from './wait-for-store.ts';

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };

/** The first wait between two looks at a platform that this home serves itself: its jobs may end within a tenth of a second. */
const firstLookMs = 40;

/** A configured platform and cluster. */
export interface Remote {
  readonly platform: RemotePlatform;
  readonly temporal: TemporalTarget;
}

export interface EngineParts {
  readonly sealing: Sealing;
  /** Its name in Temporal. */
  readonly identity: string;
  readonly connection: NativeConnection;
  readonly client: SealedClient;
  readonly platform: PlatformClient;
  readonly store: Store;
  readonly targets: TargetReader;
  readonly dependencies: ActivityDependencies;
}

/** What the parts are given. */
interface PartsContext {
  readonly log: Logger;
  /** Aborted once the worker is asked to end. */
  readonly handBack: AbortSignal;
  readonly figures: Figures | undefined;
  /** Hears of a token that the platform refuses, and looks for another one while the worker waits; absent where a supervisor hands over a new one. */
  readonly tokenWatch: Pick<TokenWatch, 'hear' | 'look'> | undefined;
}

/** Opens all that a worker works with; undefined where it waited for others and there is a new token, with which all is to be opened anew. @throws UsageError for what can't be reached or used */
export async function openParts(
  { settings, env, embedded }: WorkerOrder,
  remote: Remote,
  { log, handBack, figures, tokenWatch }: PartsContext,
): Promise<EngineParts | undefined> {
  const { baseUrl } = remote.platform;
  const token = requireToken(remote.platform);
  const sealing = await openSealing(settings.payloads);
  const connection = await connectWorker(remote.temporal);
  const { namespace } = remote.temporal;
  await requireAttributes(connection, remote.temporal, log);
  const client = new SealedClient(sealing, { connection, namespace });
  const hear = (event: PlatformLogEvent): void => {
    hearPlatformCall(event);
    figures?.platformCall(event);
    tokenWatch?.hear(event);
  };
  const store = await waitForStore(() => openStore(settings.store, env), log);
  const platform = createPlatformClient({
    ...{ baseUrl, token, log: hear },
    requests: settings.requests,
    book: store.requestBook({ baseUrl, token }),
  });
  const account = embedded === undefined ? await readAccount(platform, log) : undefined;
  const at = embedded === undefined ? { baseUrl, account } : undefined;
  const identity = workerIdentity(sealing.fingerprints, await store.engineId(), at);
  if (embedded === undefined) {
    const read = (): Promise<readonly string[]> => readAllWorkers({ connection, namespace });
    const atHand = { name: baseUrl, baseUrl, key: platformKey(token), account };
    const hasOwn = (others: readonly string[]): Promise<boolean> =>
      hasOpenStudy(client, store, atHand, { identity, others });
    const hasNewToken = (): boolean => tokenWatch?.look() ?? false;
    if (!(await waitForOthers(read, identity, hasOwn, hasNewToken, log))) {
      await connection.close();
      await platform.close();
      return undefined;
    }
  }
  const targets = createTargetReader({ profileFile: settings.profileFile, env, log });
  const isLocal = embedded !== undefined && new URL(baseUrl).hostname === '127.0.0.1';
  const studyCache = createStudyCache(store);
  const takeOvers = createTakeOverGuard({ store, platform, studyCache });
  const dependencies = {
    ...{ platform, store, studyCache, takeOvers, handBack },
    platformGuard: createPlatformGuard({ store, platform, baseUrl, token, takeOvers }),
    openDestination: (address: string) => openDestination(address, env),
    defaultTargets: () => targets.read(),
    workflows: createWorkflowDesk(client),
    poll: isLocal
      ? { ...settings.poll, firstMs: Math.min(firstLookMs, settings.poll.minMs) }
      : settings.poll,
    smallOutputs: settings.smallOutputs,
    failpoint: createFailpoints(env['DOEFLOW_HOLD_DIR']),
    hourMs: hardwareHourMs(env, isLocal),
    ownPrices: () => readOwnPrices(settings.profileFile),
    ...(figures === undefined ? {} : { onRunJudged: figures.runJudged }),
    engineVersion: version,
    now: () => new Date(),
  };
  return { sealing, identity, connection, client, platform, store, targets, dependencies };
}

/** So long the start waits for the platform's word whose token it is. */
const accountMs = 5_000;

/** Whose token it is; undefined where the platform doesn't tell in time: then the worker's name doesn't either. */
async function readAccount(
  platform: PlatformClient,
  log: Pick<Logger, 'warn'>,
): Promise<string | undefined> {
  const signal = AbortSignal.timeout(accountMs);
  const { account, reason } = await askAccount(platform, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return { account: undefined, reason: `no answer within ${accountMs / 1000} s` };
  });
  if (account === undefined) {
    log.warn(
      `The platform does not tell whose token it was given (${reason}): workers with a token of another account can't be told from this one`,
    );
  }
  return account;
}
