/** All secrets that this user's settings, files and environment hold, so that none of them leaves this machine with a bundle. */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '../../errors.ts';
import type { Environment } from '../../environment.ts';
import { readBeginning } from '../../files/index.ts';
import type { Settings } from '../../host/settings.ts';
import { readNotifyTargets } from '../../host/settings/notify-targets.ts';
import { readProfileFile } from '../../host/settings/profile-file.ts';
import { expandPath } from '../../host/settings/user-folders.ts';
import { homeFiles } from '../../host/supervisor/home-files.ts';

/** Names of variables whose values are nobody's business. */
const secretName = /TOKEN|SECRET|PASSW|API_?KEY|ACCESS_KEY|PRIVATE|CREDENTIAL|WEBHOOK|AUTH/iu;

/** Shorter texts would blank ordinary words. */
const shortest = 6;

/** Texts to take out of whatever is handed on. */
export function knownSecrets(settings: Settings, env: Environment): readonly string[] {
  const { platform, temporal, profileFile, home, payloads } = settings;
  const named = Object.entries(env).flatMap(([name, value = '']) =>
    secretName.test(name) && !/_FILE$|_PATH$|^SSH_AUTH_SOCK$/u.test(name) ? [value] : [],
  );
  const key = temporal === 'embedded' ? undefined : temporal.connection?.apiKey;
  const found = [
    ...named,
    ...Object.values(env).flatMap(passwordInAddress),
    ...(platform === 'embedded' ? [] : [platform.token ?? '']),
    ...(typeof key === 'string' ? [key] : []),
    ...linesOf(homeFiles(home).platformToken),
    ...keysOf(homeFiles(home).payloadKey),
    ...keysOf(payloads.keyFile),
    ...linesOf(settings.tokenFile),
    ...tokenFiles(join(dirname(profileFile), 'tokens')).flatMap(linesOf),
    ...unlessUnusable(() => secretsOfProfiles(profileFile, env)),
    ...valuesOf(env['AWS_SHARED_CREDENTIALS_FILE'] ?? expandPath('~/.aws/credentials', '/', env)),
    ...valuesOf(env['TEMPORAL_CONFIG_FILE'] ?? ''),
  ];
  return [...new Set(found.map((text) => text.trim()))].filter(({ length }) => length >= shortest);
}

/** Tokens that profiles keep elsewhere; addresses of webhooks, which are secrets as a whole and by their paths; what commands are given. */
function secretsOfProfiles(profileFile: string, env: Environment): readonly string[] {
  const { profiles = {} } = readProfileFile(profileFile);
  const tokens = Object.values(profiles).flatMap(({ platform }) =>
    platform?.tokenFile === undefined
      ? []
      : linesOf(expandPath(platform.tokenFile, dirname(profileFile), env)),
  );
  const targets = Object.values(readNotifyTargets(profileFile, env)).flatMap(
    ({ webhook = '', command = [], secret }) => [
      webhook,
      ...(URL.canParse(webhook) ? partsOf(new URL(webhook)) : []),
      ...command.slice(1),
      ...(secret === undefined ? [] : [env[secret.env] ?? '']),
    ],
  );
  return [...tokens, ...targets];
}

function partsOf({ pathname, search }: URL): readonly string[] {
  return [`${pathname}${search}`, ...pathname.split('/'), ...search.split(/[?&=]/u)];
}

/** Of an address with a user, such as that of a proxy: as it stands there, and decoded. */
function passwordInAddress(value = ''): readonly string[] {
  const [, written = ''] = /^[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:([^\s/@]+)@/iu.exec(value) ?? [];
  try {
    return [written, decodeURIComponent(written)];
  } catch {
    return [written];
  }
}

function tokenFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function linesOf(path: string): readonly string[] {
  return unlessUnusable(() => readBeginning(path, 65_536)?.toString('utf8').split('\n') ?? []);
}

/** Keys as they are written, and their bytes in the other spelling. */
function keysOf(path: string): readonly string[] {
  return linesOf(path).flatMap((line) => {
    const isHex = /^(?:[0-9a-f]{2})+$/iu.test(line.trim());
    const other = isHex
      ? Buffer.from(line.trim(), 'hex').toString('base64')
      : Buffer.from(line.trim(), 'base64').toString('hex');
    return [line, other];
  });
}

/** Values of lines such as `aws_secret_access_key = …`, of those that may be secrets. */
function valuesOf(path: string): readonly string[] {
  return linesOf(path).flatMap((line) => {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*=\s*"?(.*?)"?\s*$/u.exec(line) ?? [];
    return secretName.test(name) && !/path|file/iu.test(name) ? [value] : [];
  });
}

function unlessUnusable(read: () => readonly string[]): readonly string[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof UsageError || 'code' in (error as object)) return [];
    throw error;
  }
}
