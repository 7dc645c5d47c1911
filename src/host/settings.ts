/**
 * The settings of one invocation, each from the first place that has it: flag, environment, profile file, embedded default.
 * Reads the profile and token files; knows nothing of processes, and never sends a token anywhere.
 */
import { dirname, join } from 'node:path';
import { UsageError } from '../errors.ts';
import {
  parseBaseUrl,
  resolvePlatform,
  type RemotePlatform,
} from './settings/platform-settings.ts';
import { readProfileFile, type Profile } from './settings/profile-file.ts';
import type { TemporalTarget } from '../temporal/temporal-target.ts';
import { resolveTemporal } from './settings/temporal-settings.ts';
import { createSettingPicker } from './settings/setting-picker.ts';
import type { Environment } from '../environment.ts';
import { expandPath, userFolders } from './settings/user-folders.ts';

/** The built-in profile with nothing in it: the embedded default, whatever the profile file says. */
export const embeddedProfile = 'embedded';

/** Flags that settings listen to. A token is never one of them. */
export interface SettingsFlags {
  readonly profile?: string | undefined;
  readonly home?: string | undefined;
  readonly store?: string | undefined;
  readonly platformUrl?: string | undefined;
  readonly temporalAddress?: string | undefined;
  readonly temporalNamespace?: string | undefined;
}

/** Everything that decides where a command works. */
export interface Settings {
  readonly profile: string;
  readonly profileFile: string;
  /** Where `doeflow login` keeps this profile's token. */
  readonly tokenFile: string;
  /** Holds all state of the embedded default; absolute. */
  readonly home: string;
  /** Snapshots, tables and collected files of all studies; absolute. */
  readonly storeDirectory: string;
  readonly cacheDirectory: string;
  readonly platform: RemotePlatform | 'embedded';
  readonly temporal: TemporalTarget | 'embedded';
  /** The Temporal server's executable to start instead of the one that would be found. */
  readonly temporalPath: string | undefined;
  /** Bounds of the wait between two looks at the platform's job lists. */
  readonly poll: { readonly minMs: number; readonly maxMs: number };
  /** Setting -> where its value came from, for `doeflow config --show-origin`. */
  readonly origin: Readonly<Record<string, string>>;
}

/**
 * Gives back the settings of this invocation.
 * @throws UsageError when a file, URL or number among them can't be used. A missing token isn't an error here: see `requireToken`.
 */
export function resolveSettings(input: {
  readonly flags: SettingsFlags;
  readonly env: Environment;
  readonly cwd: string;
}): Settings {
  const { flags, env, cwd } = input;
  const folders = userFolders(env);
  const origin: Record<string, string> = {};
  const profileFile = expandPath(
    env['DOEFLOW_CONFIG'] || join(folders.config, 'config.yaml'),
    cwd,
    env,
  );
  const isEmbeddedNamed = (flags.profile ?? env['DOEFLOW_PROFILE']) === embeddedProfile;
  const file = isEmbeddedNamed ? {} : readProfileFile(profileFile);

  const profileName = createSettingPicker(
    env,
    'file',
    origin,
  )('profile', {
    flag: flags.profile,
    variable: 'DOEFLOW_PROFILE',
    profile: file.profile,
    fallback: embeddedProfile,
  });
  const pick = createSettingPicker(env, profileName, origin);
  const profile = chooseProfile(profileName, file.profiles ?? {}, profileFile);
  const profileFolder = dirname(profileFile);
  const inProfile = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : expandPath(path, profileFolder, env);

  const home = expandPath(
    pick('home', {
      flag: flags.home,
      variable: 'DOEFLOW_HOME',
      profile: inProfile(profile.home),
      fallback: folders.data,
    }),
    cwd,
    env,
  );
  const storeDirectory = expandPath(
    pick('store', {
      flag: flags.store,
      variable: 'DOEFLOW_STORE',
      profile: inProfile(profile.store),
      fallback: join(home, 'store'),
    }),
    cwd,
    env,
  );
  const milliseconds = (name: 'minMs' | 'maxMs', variable: string, fallback: number): number =>
    parseMilliseconds(
      pick(`poll.${name}`, {
        variable,
        profile: profile.poll?.[name]?.toString(),
        fallback: String(fallback),
      }),
      `poll.${name} (${variable})`,
    );
  const tokenFile =
    inProfile(profile.platform?.tokenFile) ?? join(profileFolder, 'tokens', profileName);
  const temporal = resolveTemporal(
    { address: flags.temporalAddress, namespace: flags.temporalNamespace },
    env,
    profile.temporal ?? {},
  );
  origin['temporal'] = temporal?.origin ?? 'default';

  const platformUrl = pick('platform.baseUrl', {
    flag: flags.platformUrl,
    flagName: 'platform-url',
    variable: 'DOEFLOW_PLATFORM_URL',
    profile: profile.platform?.baseUrl,
    fallback: '',
  });
  const temporalPath = pick('temporalPath', { variable: 'DOEFLOW_TEMPORAL_PATH', fallback: '' });
  const poll = {
    minMs: milliseconds('minMs', 'DOEFLOW_POLL_MIN_MS', 250),
    maxMs: milliseconds('maxMs', 'DOEFLOW_POLL_MAX_MS', 30_000),
  };
  if (poll.minMs > poll.maxMs) {
    throw new UsageError(
      'USAGE_SETTING',
      `Expected poll.minMs to be at most poll.maxMs, got ${poll.minMs} and ${poll.maxMs}`,
    );
  }
  return {
    profile: profileName,
    profileFile,
    tokenFile,
    home,
    storeDirectory,
    cacheDirectory: folders.cache,
    platform:
      platformUrl === ''
        ? 'embedded'
        : resolvePlatform(
            parseBaseUrl(platformUrl, `the platform's URL (${origin['platform.baseUrl']})`),
            profile.platform?.baseUrl,
            tokenFile,
            env,
            origin,
          ),
    temporal: temporal?.target ?? 'embedded',
    temporalPath: temporalPath === '' ? undefined : expandPath(temporalPath, cwd, env),
    poll,
    origin,
  };
}

function chooseProfile(
  name: string,
  profiles: Readonly<Record<string, Profile>>,
  profileFile: string,
): Profile {
  if (name === embeddedProfile) return {};
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile !== undefined) return profile;
  const known = [...Object.keys(profiles), embeddedProfile].join(', ');
  throw new UsageError(
    'USAGE_PROFILE',
    `Expected profile "${name}" in ${profileFile}, got: ${known}`,
    { hint: 'doeflow login --profile NAME makes one' },
  );
}

function parseMilliseconds(text: string, where: string): number {
  if (/^[1-9][0-9]{0,9}$/.test(text)) return Number(text);
  throw new UsageError(
    'USAGE_SETTING',
    `Expected ${where} to be a whole number of milliseconds, got "${text}"`,
  );
}
