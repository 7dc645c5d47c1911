/** What the verbs that talk to studies hold: a client of Temporal, the store, and the way to the platform. */
import type { Client, Connection } from '@temporalio/client';
import type { SystemFault } from '../../files/index.ts';
import type { Store } from '../../store/index.ts';
import { attachEmbedded } from '../../host/attach-embedded.ts';
import { connectTemporal, type TemporalLink } from '../../temporal/connect.ts';
import { connectOwnTemporal } from './connect-own-temporal.ts';
import { ensureSearchAttributes } from '../../temporal/search-attributes.ts';
import type { Settings } from '../../host/settings.ts';
import { fullStoreFault } from '../../host/full-store.ts';
import { openSealing, payloadFingerprints } from '../../host/settings/payload-settings.ts';
import { requireToken } from '../../host/settings/platform-settings.ts';
import type { CommandContext } from '../context.ts';
import { openOwnStore } from './open-own-store.ts';
import { configuredPlatform } from './require-platform.ts';
import { warnOfOtherPlatforms } from './other-platforms.ts';
import { warnOfOtherStores } from './other-stores.ts';
import { platformAccess, type PlatformAddress } from './platform-access.ts';
import { readSettings } from './read-settings.ts';
import { stoppedRunnerOf } from '../../host/supervisor/stopped-runner.ts';

export interface Engine {
  readonly settings: Settings;
  /** True when Temporal and the worker are started on this machine by who needs them. */
  readonly embedded: boolean;
  /** True when an open study goes on without this command: what is started here stays for one that a configured platform charges for. */
  readonly goesOn: boolean;
  readonly temporalClient: Client;
  readonly connection: Connection;
  readonly namespace: string;
  /** Address of the Temporal UI, where it is known. */
  readonly uiUrl: string | undefined;
  /** Undefined where there is no token for it: who asks the platform takes `requirePlatform`. */
  readonly platform: PlatformAddress | undefined;
  readonly store: Store;
  /** Of the payload keys, the one that seals first; undefined where there is no key yet. */
  readonly fingerprints: readonly string[] | undefined;
  /** What the embedded parts are doing while they are not all up; undefined while they are. */
  partsStarting(): string | undefined;
  /** Why the folder of the embedded parts can't be written just now; undefined where it can, or there are none. */
  homeFault(): SystemFault | undefined;
  /** That the disk of the store is full; undefined where it has room, or the store is a bucket. */
  storeFault(): SystemFault | undefined;
  /** Process id of this home's runner where that was stopped. */
  stoppedRunner(): number | undefined;
  now(): Date;
  /** Closes all connections; in the embedded default the last client to close ends the parts, unless what is open needs them. */
  close(): Promise<void>;
}

/** How the engine is opened. */
export interface EngineOptions {
  /** How long an embedded server may take to answer, in milliseconds. */
  readonly patienceMs?: number;
  /** Where the embedded parts are started for this, no worker is: what is open doesn't go on. */
  readonly looksOnly?: boolean;
}

/**
 * Connects to the configured Temporal cluster, or starts or joins the embedded parts of this home folder.
 * @throws UsageError with exit code 4 (no token) or 7 (Temporal unreachable, no server to start).
 */
export async function openEngine(
  context: CommandContext,
  { patienceMs, looksOnly = false }: EngineOptions = {},
): Promise<Engine> {
  const settings = readSettings(context);
  const { platform } = settings;
  // Asked for before anything is started: a missing token is known without waiting. Workers elsewhere have their own.
  if (settings.temporal === 'embedded' && platform !== 'embedded') requireToken(platform);
  const store = await openOwnStore(context);
  const configured = configuredPlatform(settings, store);

  if (settings.temporal !== 'embedded' && platform !== 'embedded') {
    const sealing = await openSealing(settings.payloads);
    const link = await connectTemporal(settings.temporal, { identity: 'doeflow-cli', sealing });
    await ensureSearchAttributes(link.connection, link.namespace);
    await warnOfOtherStores(context, { ...link, settings, store });
    await warnOfOtherPlatforms(context, { ...link, settings });
    if (configured === undefined) {
      context.output.note(
        `There is no token for ${platform.baseUrl}: what only the platform knows (prices, clusters and jobs that go on costing) is not asked for. Run doeflow login, or set DOEFLOW_PLATFORM_TOKEN`,
      );
    }
    return {
      settings,
      embedded: false,
      goesOn: true,
      temporalClient: link.temporalClient,
      connection: link.connection,
      namespace: link.namespace,
      uiUrl: undefined,
      platform: configured,
      store,
      fingerprints: payloadFingerprints(settings.payloads),
      partsStarting: () => undefined,
      homeFault: () => undefined,
      storeFault: () => fullStoreFault(settings.store),
      stoppedRunner: () => undefined,
      now: () => context.now(),
      close: () => link.close(),
    };
  }

  let doing = 'starting';
  const onProgress = (sentence: string): void => {
    doing = sentence;
    context.output.note(sentence);
  };
  const session = await attachEmbedded({
    settings,
    env: context.env,
    onProgress,
    signal: context.interrupt.signal,
    looksOnly,
  });
  if (session.platformToken !== '') context.output.hide(session.platformToken);
  let link: TemporalLink;
  try {
    link = await connectOwnTemporal(session.temporal, {
      identity: 'doeflow-cli',
      sealing: await openSealing(settings.payloads),
      signal: context.interrupt.signal,
      onProgress: (sentence) => context.output.note(sentence),
      ...(patienceMs === undefined ? {} : { patienceMs }),
    });
  } catch (error) {
    await session.close();
    throw error;
  }
  return {
    settings,
    embedded: true,
    goesOn: configured !== undefined,
    temporalClient: link.temporalClient,
    connection: link.connection,
    namespace: link.namespace,
    uiUrl: session.uiUrl,
    platform:
      configured ??
      platformAccess(settings, { baseUrl: session.platformUrl, token: session.platformToken }, () =>
        Promise.resolve(store),
      ),
    store,
    fingerprints: payloadFingerprints(settings.payloads),
    homeFault: () => session.homeFault(),
    storeFault: () => fullStoreFault(settings.store),
    stoppedRunner: () => stoppedRunnerOf(settings.home),
    partsStarting: () => (session.programs().length === 0 ? doing : undefined),
    now: () => context.now(),
    close: async () => {
      await link.close();
      await session.close();
    },
  };
}
