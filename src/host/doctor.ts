/** What `doeflow doctor` looks at: every part that a study needs, each with what was found and what to do. */
import { isAtLeast } from '../temporal/server/server-version.ts';
import { attachEmbedded, type EmbeddedSession } from './attach-embedded.ts';
import { failedCheck, type Check } from './doctor/check.ts';
import { checkDisk, checkHomeLock } from './doctor/check-home.ts';
import { checkPayloadKey } from './doctor/check-payload-key.ts';
import { checkPlatform } from './doctor/check-platform.ts';
import { checkStore } from './doctor/check-store.ts';
import { checkTargets } from './doctor/check-targets.ts';
import { checkTemporal } from './doctor/check-temporal.ts';
import { readOwnAccount } from './doctor/check-worker-platforms.ts';
import { payloadFingerprints } from './settings/payload-settings.ts';
import { findInstalledServer } from '../temporal/server/find-server.ts';
import type { Settings } from './settings.ts';
import type { Environment } from '../environment.ts';

/** The oldest Node that the package runs on. */
const minimumNodeVersion = '20.19.0';

/** What the doctor needs beside the settings. */
export interface DoctorContext {
  readonly env: Environment;
  /** `process.versions.node`. */
  readonly nodeVersion: string;
  /** The id of the store, undefined where it has none yet; absent: workers' stores aren't compared. */
  readonly findEngineId?: () => Promise<string | undefined>;
  readonly onProgress?: (sentence: string) => void;
  readonly signal?: AbortSignal;
  /** As of `attachEmbedded`. */
  readonly programFolder?: string;
}

/**
 * Looks at Node, disk, home, Temporal, worker and platform, one check after the other; never throws for what it finds. The embedded parts
 * are started for it, since only that shows that they can be; a worker only where nothing that it goes on with costs money.
 */
export async function* runDoctor(
  settings: Settings,
  context: DoctorContext,
): AsyncGenerator<Check> {
  const { nodeVersion, findEngineId } = context;
  yield {
    name: 'Node',
    ok: isAtLeast(nodeVersion, minimumNodeVersion),
    detail: nodeVersion,
    hint: `Install Node ${minimumNodeVersion} or newer`,
  };
  yield checkDisk('Disk', settings.home);
  if (settings.store !== settings.home) yield await checkStore(settings.store, context.env);

  yield checkPayloadKey(settings);
  yield* checkTargets(settings.profileFile, context.env);

  if (settings.temporal !== 'embedded') {
    yield* checkTemporal(settings.temporal, {
      fingerprints: payloadFingerprints(settings.payloads),
      ...(findEngineId === undefined
        ? {}
        : { store: { place: settings.store, engineId: findEngineId } }),
      platform: platformToCompare(settings.platform),
    });
    if (settings.platform === 'embedded') {
      yield {
        name: 'Platform',
        ok: false,
        detail: 'the Temporal cluster is configured, but no platform for it',
        hint: 'Set DOEFLOW_PLATFORM_URL, or log in to one with doeflow login',
      };
    } else {
      yield* checkConfiguredPlatform(settings.platform);
    }
    return;
  }

  yield await checkHomeLock(settings.home);
  yield await checkExecutable(settings, context.env);
  if (settings.platform !== 'embedded') {
    yield* checkConfiguredPlatform(settings.platform);
    if (settings.platform.token === undefined) return;
  }
  yield* checkEmbedded(settings, context);
}

/** What workers' platforms are compared with: without a token the address alone. */
function platformToCompare(platform: Settings['platform']) {
  if (platform === 'embedded') return undefined;
  const { baseUrl, token } = platform;
  const account = (): Promise<string | undefined> =>
    token === undefined ? Promise.resolve(undefined) : readOwnAccount({ baseUrl, token });
  return { baseUrl, account };
}

async function* checkConfiguredPlatform(
  platform: Exclude<Settings['platform'], 'embedded'>,
): AsyncGenerator<Check> {
  const { baseUrl, token, tokenProblem = 'none' } = platform;
  if (token !== undefined) {
    yield* await checkPlatform({ baseUrl, token });
    return;
  }
  yield {
    name: 'Platform token',
    ok: false,
    detail: tokenProblem,
    hint: 'Run doeflow login, or set DOEFLOW_PLATFORM_TOKEN',
  };
}

async function checkExecutable(settings: Settings, env: DoctorContext['env']): Promise<Check> {
  const name = 'Temporal executable';
  try {
    const installed = await findInstalledServer({
      temporalPath: settings.temporalPath,
      cacheDirectory: settings.cacheDirectory,
      env,
    });
    return {
      name,
      ok: true,
      detail:
        'executable' in installed
          ? `${installed.executable} (${installed.foundBy})`
          : `${installed.tried.join('; ')}; it will be downloaded or built`,
    };
  } catch (error) {
    return failedCheck(name, error);
  }
}

async function* checkEmbedded(
  settings: Settings,
  { env, onProgress, signal, programFolder }: DoctorContext,
): AsyncGenerator<Check> {
  const name = 'Embedded parts';
  let session: EmbeddedSession;
  try {
    session = await attachEmbedded({
      settings,
      env,
      ...(onProgress === undefined ? {} : { onProgress }),
      ...(signal === undefined ? {} : { signal }),
      ...(programFolder === undefined ? {} : { programFolder }),
      // A worker would go on with what is open, and end what nobody answers for: no look may cost anything.
      looksOnly: settings.platform !== 'embedded',
    });
  } catch (error) {
    yield failedCheck(name, error);
    return;
  }
  try {
    const programs = session.programs();
    const running = programs.map((program) => `${program.name} ${program.pid}`);
    const hasWorker = programs.some((program) => program.name === 'worker');
    yield { name, ok: true, detail: `up: ${running.join(', ')}` };
    yield* checkTemporal(session.temporal, { hasWorker });
    if (session.platformToken !== '') {
      yield* await checkPlatform({ baseUrl: session.platformUrl, token: session.platformToken });
    }
  } finally {
    await session.close();
  }
}
