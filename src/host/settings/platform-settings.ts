import { isLoopbackHost, parseBaseUrl } from '../../base-url.ts';
import type { Environment } from '../../environment.ts';
import { UsageError } from '../../errors.ts';
import { parseToken, type TokenReading } from '../../token.ts';
import { readTokenFile } from './token-file.ts';

/** A platform that somebody else runs, with the token to speak to it. */
export interface RemotePlatform {
  /** Ends in `/`. */
  readonly baseUrl: string;
  readonly token: string | undefined;
  /** Why there is no token, as a sentence; undefined when there is one. */
  readonly tokenProblem: string | undefined;
}

/**
 * Gives back a platform's address in the one spelling that settings keep: without `/api`, ending in `/`.
 * @param where what the text is, for the error
 * @throws UsageError USAGE_PLATFORM_URL
 */
export function spellBaseUrl(text: string, where: string): string {
  return `${parseBaseUrl(text, where).href}/`;
}

/** True where a platform is reached through a network without encryption. */
export function isInsecure(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && !isLoopbackHost(hostname);
}

/** What makes the way to a platform unsafe although it was asked for, as sentences for people; mostly none. */
export function unsafeWay(baseUrl: string, env: Environment): readonly string[] {
  return [
    ...(isInsecure(baseUrl)
      ? [`The token goes to ${baseUrl} without encryption (--insecure-http)`]
      : []),
    ...(env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' && baseUrl.startsWith('https:')
      ? [
          'NODE_TLS_REJECT_UNAUTHORIZED=0 is set: no certificate is checked, so that anybody on the way can take the platform’s place and read the token. Unset it; NODE_EXTRA_CA_CERTS names further authorities',
        ]
      : []),
  ];
}

/**
 * Makes sure that no token goes through a network as it is, where nobody said that it may.
 * @param where what the address is, for the error
 * @throws UsageError USAGE_PLATFORM_INSECURE
 */
export function requireSecure(baseUrl: string, where: string, mayBeInsecure: boolean): void {
  if (mayBeInsecure || !isInsecure(baseUrl)) return;
  throw new UsageError(
    'USAGE_PLATFORM_INSECURE',
    `${where} is ${baseUrl}: by http, everybody on the way could read the token and change the answers`,
    {
      hint: 'Write https://. Where there is none and you trust the whole network: --insecure-http, or DOEFLOW_INSECURE_HTTP=on',
    },
  );
}

/**
 * Gives back the platform's token.
 * @throws UsageError USAGE_TOKEN, exit code 4, when there is none.
 */
export function requireToken(platform: RemotePlatform): string {
  if (platform.token !== undefined) return platform.token;
  throw new UsageError(
    'USAGE_TOKEN',
    platform.tokenProblem ?? `There is no token for the platform ${platform.baseUrl}`,
    { hint: 'Run doeflow login, or set DOEFLOW_PLATFORM_TOKEN', exitCode: 4 },
  );
}

/** What decides which token goes to a platform. */
export interface PlatformChoice {
  readonly baseUrl: string;
  /** The address that the profile's token is for. */
  readonly profileBaseUrl: string | undefined;
  readonly tokenFile: string;
  readonly env: Environment;
  /** Hears where the token came from. */
  readonly noteOrigin: (origin: string) => void;
}

/**
 * Gives back the platform at `baseUrl` with its token: from the environment, else from the profile's token file. A profile's token
 * belongs to the profile's host: overriding the URL must not carry it elsewhere.
 */
export function resolvePlatform(choice: PlatformChoice): RemotePlatform {
  const { baseUrl } = choice;
  const reading = readToken(choice);
  return 'token' in reading
    ? { baseUrl, token: reading.token, tokenProblem: undefined }
    : { baseUrl, token: undefined, tokenProblem: reading.problem };
}

function readToken(choice: PlatformChoice): TokenReading {
  const { baseUrl, profileBaseUrl, tokenFile, env, noteOrigin } = choice;
  const fromEnvironment = env['DOEFLOW_PLATFORM_TOKEN'] ?? '';
  if (fromEnvironment !== '') {
    noteOrigin('environment DOEFLOW_PLATFORM_TOKEN');
    return parseToken(fromEnvironment, 'DOEFLOW_PLATFORM_TOKEN');
  }
  const missing = `There is no token for the platform ${baseUrl}: DOEFLOW_PLATFORM_TOKEN is not set`;
  if (profileBaseUrl === undefined) return { problem: missing };
  const owner = parseBaseUrl(profileBaseUrl, 'The profile’s platform.baseUrl');
  if (owner.origin !== new URL(baseUrl).origin) {
    return { problem: `${missing}, and the profile's token is for ${owner.href}` };
  }
  noteOrigin(`file ${tokenFile}`);
  return readTokenFile(tokenFile);
}

/** Whether the platform that is used is the one that the profile is for. */
export function isOwnPlatform(
  own: { readonly baseUrl: string } | undefined,
  platform: RemotePlatform | 'embedded',
): boolean {
  return (
    platform !== 'embedded' &&
    own !== undefined &&
    spellBaseUrl(own.baseUrl, 'The profile’s platform.baseUrl') === platform.baseUrl
  );
}
