/** Where the engine keeps what is its own, for those who must not read it. */
import { dirname, join } from 'node:path';
import { UsageError } from '../errors.ts';
import { readBeginning } from '../files/index.ts';
import { resolveSettings, type SettingsInput } from './settings.ts';
import { expandPath, userFolders } from './settings/user-folders.ts';

/** Variables that name a file or a folder with secrets or state. */
const pathVariables = [
  'DOEFLOW_CONFIG',
  'DOEFLOW_HOME',
  'DOEFLOW_STORE',
  'DOEFLOW_PAYLOAD_KEY_FILE',
  'TEMPORAL_CONFIG_FILE',
  'TEMPORAL_TLS_CLIENT_KEY_PATH',
  'TEMPORAL_TLS_CLIENT_CERT_PATH',
];

/** The token and the keys that the embedded programs share; named one by one, as a file may have two names. */
const secretsOfHome = ['platform-token', 'payload-key'];

/** Absolute paths of the engine's home, store, settings, tokens and keys, of which some may not be there; settings with mistakes hide none of the others. */
export function ownPlaces({ flags, env, cwd }: SettingsInput): readonly string[] {
  const { config, data } = userFolders(env);
  const named = pathVariables.flatMap((name) => {
    const path = env[name] ?? '';
    return path === '' || isBucketName(path) ? [] : [expandPath(path, cwd, env)];
  });
  const homes = [data, ...settingsPlaces({ flags, env, cwd })];
  const secrets = homes.flatMap((home) => secretsOfHome.map((name) => join(home, name)));
  const profileFile = expandPath(env['DOEFLOW_CONFIG'] || join(config, 'config.yaml'), cwd, env);
  const tokens = join(dirname(profileFile), 'tokens');
  return [config, profileFile, tokens, ...homes, ...named, ...secrets];
}

/** The token of the local platform of a home folder; undefined where there is none yet. */
export function homeSecret(home: string): string | undefined {
  const text = readBeginning(join(home, 'platform-token'), 4096)?.toString('utf8').trim();
  return text === '' ? undefined : text;
}

/** Also of a bucket that can’t be named so: it is no path. */
function isBucketName(text: string): boolean {
  return text.startsWith('s3:');
}

function settingsPlaces(input: SettingsInput): readonly string[] {
  try {
    const { home, store, profileFile, tokenFile } = resolveSettings(input);
    return [home, ...(isBucketName(store) ? [] : [store]), profileFile, tokenFile];
  } catch (error) {
    if (error instanceof UsageError) return [];
    throw error;
  }
}
