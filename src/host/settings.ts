/**
 * The settings of one invocation, each from the first place that has it: flag, environment, profile file, embedded default.
 * Reads the profile and token files; knows nothing of processes, and never sends a token anywhere.
 */
import { dirname, join } from 'node:path';
import { UsageError } from '../errors.ts';
import type { Environment } from '../environment.ts';
import type { SmallOutputs } from '../small-outputs.ts';
import type { TemporalTarget } from '../temporal/temporal-target.ts';
import { withAbsolutePaths } from './settings/absolute-paths.ts';
import { chooseProfile } from './settings/choose-profile.ts';
import { resolvePayloads, type PayloadSettings } from './settings/payload-settings.ts';
import {
  requireSecure,
  resolvePlatform,
  spellBaseUrl,
  type RemotePlatform,
} from './settings/platform-settings.ts';
import type { Profile } from './settings/profile-file.ts';
import { readRequests, type RequestLimits } from './settings/request-settings.ts';
import { readSmallOutputs } from './settings/small-outputs-setting.ts';
import { SettingReader } from './settings/setting-reader.ts';
import { findUnusedPlatform, type UnusedPlatform } from './settings/unused-platform.ts';
import { expandStore } from './settings/store-place.ts';
import { resolveTemporal } from './settings/temporal-settings.ts';
import { expandPath, userFolders } from './settings/user-folders.ts';

export { embeddedProfile } from './settings/choose-profile.ts';

/** Flags that settings listen to. A token is never one of them. */
export interface SettingsFlags {
  readonly profile?: string | undefined;
  readonly home?: string | undefined;
  readonly store?: string | undefined;
  readonly platformUrl?: string | undefined;
  readonly temporalAddress?: string | undefined;
  readonly temporalNamespace?: string | undefined;
  /** `on`: the token may go by http to a platform on another machine. */
  readonly insecureHttp?: 'on' | undefined;
  /** `off`: the embedded Temporal server shows no user interface. */
  readonly temporalUi?: 'off' | undefined;
}

/** Everything that decides where a command works. */
export interface Settings {
  readonly profile: string;
  readonly profileFile: string;
  /** Where `doeflow login` keeps this profile's token. */
  readonly tokenFile: string;
  /** Holds all state of the embedded default; absolute. */
  readonly home: string;
  /** Where snapshots, tables and collected files of all studies are: an absolute path, or `s3://BUCKET/PREFIX`. */
  readonly store: string;
  readonly cacheDirectory: string;
  readonly platform: RemotePlatform | 'embedded';
  /** Requests an hour that the platform allows, where that isn't what is known of it. */
  readonly requests: RequestLimits;
  /** How small outputs come from the platform. */
  readonly smallOutputs: SmallOutputs;
  /** Who took the embedded platform may have meant this one. */
  readonly unusedPlatform: UnusedPlatform | undefined;
  readonly temporal: TemporalTarget | 'embedded';
  readonly payloads: PayloadSettings;
  /** The Temporal server's executable to start instead of the one that would be found. */
  readonly temporalPath: string | undefined;
  /** Whether the embedded Temporal server shows its user interface. */
  readonly temporalUi: boolean;
  /** Bounds of the wait between two looks at the platform's job lists. */
  readonly poll: { readonly minMs: number; readonly maxMs: number };
  /** Setting -> where its value came from, for `doeflow config --show-origin`. */
  readonly origin: Readonly<Record<string, string>>;
}

/** Where settings are read from. */
export interface SettingsInput {
  readonly flags: SettingsFlags;
  readonly env: Environment;
  readonly cwd: string;
}

/**
 * Gives back the settings of this invocation.
 * @throws UsageError when a file, URL or number among them can't be used. A missing token isn't an error here: see `requireToken`.
 */
export function resolveSettings({ flags, env, cwd }: SettingsInput): Settings {
  const folders = userFolders(env);
  const profileFile = expandPath(
    env['DOEFLOW_CONFIG'] || join(folders.config, 'config.yaml'),
    cwd,
    env,
  );
  const chosen = chooseProfile(flags.profile, env, profileFile);
  const profile = withAbsolutePaths(chosen.profile, dirname(profileFile), env);
  const reader = new SettingReader(env, cwd, chosen.name);
  reader.note('profile', chosen.origin);
  const home = reader.path(
    'home',
    { flag: flags.home, variable: 'DOEFLOW_HOME', profile: profile.home },
    folders.data,
  );
  const temporal = readTemporal(reader, flags, env, profile);
  const tokenFile =
    profile.platform?.tokenFile ?? join(dirname(profileFile), 'tokens', chosen.name);
  const platform = readPlatform(reader, flags, env, profile, tokenFile);
  return {
    profile: chosen.name,
    profileFile,
    tokenFile,
    home,
    store: readStore(reader, { flags, env, cwd, home, profile }),
    cacheDirectory: folders.cache,
    temporal,
    payloads: resolvePayloads(reader, { home, profile, isEmbedded: temporal === 'embedded' }),
    platform,
    requests: readRequests(reader, profile.platform, platform),
    smallOutputs: readSmallOutputs(reader, profile.platform, platform),
    unusedPlatform:
      platform === 'embedded' ? findUnusedPlatform(chosen, env, profileFile) : undefined,
    temporalPath: readTemporalPath(reader, cwd, env),
    temporalUi: reader.onOrOff(
      'temporal.ui',
      {
        flag: flags.temporalUi,
        flagName: 'no-ui',
        variable: 'DOEFLOW_TEMPORAL_UI',
        profile: profile.temporal?.ui,
      },
      'on',
    ),
    poll: readPoll(reader, profile),
    origin: reader.origin,
  };
}

function readStore(
  reader: SettingReader,
  {
    flags,
    env,
    cwd,
    home,
    profile,
  }: SettingsInput & { readonly home: string; readonly profile: Profile },
): string {
  const places = { flag: flags.store, variable: 'DOEFLOW_STORE', profile: profile.store };
  const text = reader.text('store', places, join(home, 'store'));
  return expandStore(text, cwd, env, reader.origin['store'] ?? '');
}

function readTemporal(
  reader: SettingReader,
  flags: SettingsFlags,
  env: Environment,
  profile: Profile,
): Settings['temporal'] {
  const temporal = resolveTemporal(
    { address: flags.temporalAddress, namespace: flags.temporalNamespace },
    env,
    profile.temporal ?? {},
  );
  reader.note('temporal', temporal?.origin ?? 'default');
  return temporal?.target ?? 'embedded';
}

function readPlatform(
  reader: SettingReader,
  flags: SettingsFlags,
  env: Environment,
  profile: Profile,
  tokenFile: string,
): Settings['platform'] {
  const url = reader.text(
    'platform.baseUrl',
    {
      flag: flags.platformUrl,
      flagName: 'platform-url',
      variable: 'DOEFLOW_PLATFORM_URL',
      profile: profile.platform?.baseUrl,
    },
    '',
  );
  if (url === '') return 'embedded';
  const where = `The platform’s address (${reader.origin['platform.baseUrl']})`;
  const baseUrl = spellBaseUrl(url, where);
  requireSecure(
    baseUrl,
    where,
    reader.onOrOff(
      'platform.insecureHttp',
      {
        flag: flags.insecureHttp,
        flagName: 'insecure-http',
        variable: 'DOEFLOW_INSECURE_HTTP',
        // Another address isn't what the profile's owner had in mind.
        profile: url === profile.platform?.baseUrl ? profile.platform.insecureHttp : undefined,
      },
      'off',
    ),
  );
  return resolvePlatform({
    baseUrl,
    profileBaseUrl: profile.platform?.baseUrl,
    tokenFile,
    env,
    noteOrigin: (origin) => reader.note('platform.token', origin),
  });
}

function readTemporalPath(
  reader: SettingReader,
  cwd: string,
  env: Environment,
): string | undefined {
  const path = reader.text('temporalPath', { variable: 'DOEFLOW_TEMPORAL_PATH' }, '');
  return path === '' ? undefined : expandPath(path, cwd, env);
}

function readPoll(reader: SettingReader, profile: Profile): Settings['poll'] {
  const read = (name: 'minMs' | 'maxMs', variable: string, fallback: number): number =>
    reader.milliseconds(
      `poll.${name}`,
      { variable, profile: profile.poll?.[name]?.toString() },
      fallback,
    );
  const poll = {
    minMs: read('minMs', 'DOEFLOW_POLL_MIN_MS', 250),
    maxMs: read('maxMs', 'DOEFLOW_POLL_MAX_MS', 30_000),
  };
  if (poll.minMs <= poll.maxMs) return poll;
  throw new UsageError(
    'USAGE_SETTING',
    `The setting poll.minMs (${poll.minMs}) must not be above poll.maxMs (${poll.maxMs})`,
    { hint: 'Change DOEFLOW_POLL_MIN_MS, DOEFLOW_POLL_MAX_MS or the profile' },
  );
}
