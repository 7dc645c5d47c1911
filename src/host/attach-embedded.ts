/**
 * The way into this room: what runs on this machine for a user, and how a command finds it. The room has the settings, the doctor and the
 * supervisor with its programs; it must not know what a study or a run is.
 */
import { fileURLToPath } from 'node:url';
import { UsageError } from '../errors.ts';
import { findRunUser, type SystemFault } from '../files/index.ts';
import { requireTakenOver } from './backup/restored-mark.ts';
import type { Settings } from './settings.ts';
import { requireToken } from './settings/platform-settings.ts';
import { spellRequests } from './settings/request-settings.ts';
import type { TemporalTarget } from '../temporal/temporal-target.ts';
import type { Environment } from '../environment.ts';
import { homeFaultOf } from './supervisor/home-fault.ts';
import { homeFiles } from './supervisor/home-files.ts';
import type { SupervisorPlan } from './supervisor/plan.ts';
import type { ReadyState } from './supervisor/protocol.ts';
import { foreignListener, portTakenHint } from './supervisor/port-owner.ts';
import { holdLease } from './supervisor/hold-lease.ts';

/** The embedded parts of a home folder, up for as long as the session is open. */
export interface EmbeddedSession {
  readonly temporal: TemporalTarget;
  /** `host:port`. */
  readonly temporalAddress: string;
  /** Undefined where the Temporal server shows no user interface. */
  readonly uiUrl: string | undefined;
  /** Ends in `/`. */
  readonly platformUrl: string;
  /** Empty where the platform is a configured one. */
  readonly platformToken: string;
  /** What runs now; empty while a killed supervisor is being replaced. */
  programs(): readonly { readonly name: string; readonly pid: number }[];
  /** Why the home folder can't be written just now; undefined where it can. */
  homeFault(): SystemFault | undefined;
  /** Gives back the lease; when it was the last one, returns after every process has ended. */
  close(): Promise<void>;
}

/** What attaching needs. */
export interface EmbeddedOptions {
  readonly settings: Settings;
  readonly env: Environment;
  /** Hears short sentences while the parts start, or start again. */
  readonly onProgress?: (sentence: string) => void;
  /** Gives up the start. */
  readonly signal?: AbortSignal;
  /** True for a client that means to stay (`doeflow dev`); shown by `doeflow doctor`. */
  readonly keep?: boolean;
  /** True for a client that only looks at what is there: no worker is started for it, and what is open doesn't go on. */
  readonly looksOnly?: boolean;
  /** The user whose rights runs of the local platform have; default: `DOEFLOW_RUN_AS`, else our own. */
  readonly runAs?: string;
  /** The folder of the compiled package; default: the one this file is in. */
  readonly programFolder?: string;
}

/**
 * Starts or joins the embedded parts of this home folder: Temporal server, worker, and the local platform unless another is configured. They
 * end with their last client, also when it is killed, unless a configured platform charges for what is open; when the supervisor itself is killed, a new one is started in the background.
 * @throws UsageError exit code 7 when the parts can't be had, 5 when the home runs with other settings, 2 when Temporal is configured but no platform is.
 */
export async function attachEmbedded(options: EmbeddedOptions): Promise<EmbeddedSession> {
  const { settings, env } = options;
  if (settings.temporal !== 'embedded') {
    if (settings.platform !== 'embedded') {
      throw new UsageError(
        'USAGE_NOTHING_STAYS_UP',
        `A Temporal cluster (${settings.temporal.address}) and a platform (${settings.platform.baseUrl}) are configured: there is nothing to start here`,
        { hint: 'Start workers with doeflow worker, and look with doeflow doctor', exitCode: 5 },
      );
    }
    // A worker on a shared cluster that spoke to a platform on this machine would take other people's studies to it.
    throw new UsageError(
      'USAGE_PLATFORM_MISSING',
      `A Temporal cluster is configured (${settings.temporal.address}, by ${settings.origin['temporal']}), but no platform for it`,
      {
        hint: 'Set DOEFLOW_PLATFORM_URL and DOEFLOW_PLATFORM_TOKEN, or unset the Temporal address',
      },
    );
  }
  // A local platform executes what its jobs have left, whoever starts it.
  const mayWork = options.looksOnly !== true || settings.platform === 'embedded';
  if (mayWork) requireTakenOver(settings.home);
  const plan = createPlan(options);
  const lease = await holdLease({
    plan,
    files: homeFiles(settings.home),
    env,
    keep: options.keep ?? false,
    looksOnly: options.looksOnly ?? false,
    onProgress: options.onProgress ?? (() => undefined),
    signal: options.signal,
  });
  try {
    assertSameSettings(plan, lease.ready());
    assertOurServers(plan, lease.ready());
  } catch (error) {
    await lease.close();
    throw error;
  }
  const first = lease.ready();
  return {
    temporal: { address: first.temporalAddress, namespace: first.namespace },
    temporalAddress: first.temporalAddress,
    uiUrl: first.uiUrl,
    platformUrl: first.platformUrl,
    platformToken: first.platformToken,
    programs: () => (lease.isReady() ? lease.ready().programs : []),
    homeFault: () => homeFaultOf(settings.home),
    close: () => lease.close(),
  };
}

function createPlan({ settings, env, programFolder, ...options }: EmbeddedOptions): SupervisorPlan {
  const requests = spellRequests(settings.requests);
  const runAs = options.runAs ?? env['DOEFLOW_RUN_AS'] ?? '';
  // Here, where the error reaches a person at once.
  if (runAs !== '' && settings.platform === 'embedded') findRunUser(runAs);
  return {
    home: settings.home,
    storeDirectory: settings.store,
    cacheDirectory: settings.cacheDirectory,
    programFolder: programFolder ?? fileURLToPath(new URL('../..', import.meta.url)),
    ...(settings.temporalPath === undefined ? {} : { temporalPath: settings.temporalPath }),
    ...(settings.platform === 'embedded'
      ? {}
      : {
          platform: {
            baseUrl: settings.platform.baseUrl,
            token: requireToken(settings.platform),
          },
        }),
    profileFile: settings.profileFile,
    temporalUi: settings.temporalUi,
    ...(requests === '' ? {} : { requests }),
    smallOutputs: settings.smallOutputs,
    poll: settings.poll,
    ...(runAs === '' ? {} : { runAs }),
    platformOptions: platformOptions(env),
  };
}

/** Rehearsals may want another local platform: quicker queues, shorter hours, the document only, or faults. */
function platformOptions(env: Environment): string[] {
  const speed = env['DOEFLOW_LOCAL_SPEED'] ?? '';
  const faults = env['DOEFLOW_LOCAL_FAULTS'] ?? '';
  const hour = env['DOEFLOW_LOCAL_HOUR'] ?? '';
  const odd = env['DOEFLOW_LOCAL_ODD'] ?? '';
  return [
    ...(speed === '' ? [] : ['--speed', speed]),
    ...(hour === '' ? [] : ['--hour', hour]),
    ...(env['DOEFLOW_LOCAL_DOCUMENT_ONLY'] === '1' ? ['--document-only'] : []),
    ...(faults === '' ? [] : ['--faults', faults]),
    ...(odd === '' ? [] : ['--odd', odd]),
  ];
}

/** A server that crashed may find its port taken by somebody who waited for that. */
function assertOurServers(plan: SupervisorPlan, ready: ReadyState): void {
  const addresses = [
    ['Temporal server', `http://${ready.temporalAddress}`],
    ...(plan.platform === undefined ? [['local platform', ready.platformUrl] as const] : []),
  ] as const;
  for (const [title, address] of addresses) {
    const foreign = foreignListener(Number(new URL(address).port));
    if (foreign === undefined) continue;
    throw new UsageError('USAGE_PORT_TAKEN', `The ${title} is not ours: ${foreign}`, {
      hint: portTakenHint,
      exitCode: 7,
    });
  }
}

function assertSameSettings(plan: SupervisorPlan, ready: ReadyState): void {
  const ours = ready.platformToken !== '';
  const differences = [
    plan.storeDirectory === ready.storeDirectory
      ? []
      : [`its store is ${ready.storeDirectory}, not ${plan.storeDirectory}`],
    plan.runAs === undefined || plan.platform !== undefined || plan.runAs === ready.runAs
      ? []
      : [`its runs execute as ${ready.runAs ?? 'the user of this home'}, not as ${plan.runAs}`],
    plan.platform === undefined && !ours
      ? [`its platform is ${ready.platformUrl}, not the local one`]
      : [],
    plan.platform !== undefined && plan.platform.baseUrl !== ready.platformUrl
      ? [
          `its platform is ${ours ? 'the local one' : ready.platformUrl}, not ${plan.platform.baseUrl}`,
        ]
      : [],
    !plan.temporalUi && ready.uiUrl !== undefined
      ? [`its Temporal UI is on, at ${ready.uiUrl}`]
      : [],
  ].flat();
  if (differences.length === 0) return;
  throw new UsageError(
    'USAGE_HOME_IN_USE',
    `Another doeflow uses ${plan.home} with other settings: ${differences.join('; ')}`,
    {
      hint: `${(ready.staysFor?.length ?? 0) > 0 ? 'It stays until its studies have ended: see doeflow list with its settings, wait or stop them' : 'End that one (Ctrl-C where doeflow dev runs)'}, or use another folder: DOEFLOW_HOME, or home in the profile`,
      exitCode: 5,
    },
  );
}
