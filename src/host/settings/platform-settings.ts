import { UsageError } from '../../errors.ts';
import { parseToken, readTokenFile, type TokenReading } from './token-file.ts';
import type { Environment } from '../../environment.ts';

/** A platform that somebody else runs, with the token to speak to it. */
export interface RemotePlatform {
  /** Ends in `/`. */
  readonly baseUrl: string;
  readonly token: string | undefined;
  /** Why there is no token, as a sentence; undefined when there is one. */
  readonly tokenProblem: string | undefined;
}

/**
 * Gives back a platform's base URL in one spelling: http or https, no credentials, query or fragment, ending in `/`.
 * @throws UsageError USAGE_PLATFORM_URL
 */
export function parseBaseUrl(text: string, where: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new UsageError(
      'USAGE_PLATFORM_URL',
      `Expected ${where} to be an absolute URL, got "${text}"`,
      { hint: 'Write it with its scheme, such as https://platform.example.com' },
    );
  }
  if (url.username !== '' || url.password !== '') {
    // The text isn't repeated: it holds a password.
    throw new UsageError('USAGE_PLATFORM_URL', `Expected ${where} without a user or password`, {
      hint: 'Give the token by DOEFLOW_PLATFORM_TOKEN or doeflow login',
    });
  }
  if (!['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new UsageError(
      'USAGE_PLATFORM_URL',
      `Expected ${where} to be an http or https URL without query or fragment, got "${text}"`,
    );
  }
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

/**
 * Gives back the platform's token.
 * @throws UsageError USAGE_TOKEN, exit code 4, when there is none.
 */
export function requireToken(platform: RemotePlatform): string {
  if (platform.token !== undefined) return platform.token;
  throw new UsageError(
    'USAGE_TOKEN',
    platform.tokenProblem ?? `Expected a token for ${platform.baseUrl}, got none`,
    { hint: 'doeflow login, or set DOEFLOW_PLATFORM_TOKEN', exitCode: 4 },
  );
}

/**
 * Gives back the platform at `baseUrl` with its token: from the environment, else from the profile's token file. A profile's token
 * belongs to the profile's host: overriding the URL must not carry it elsewhere.
 */
export function resolvePlatform(
  baseUrl: string,
  profileBaseUrl: string | undefined,
  tokenFile: string,
  env: Environment,
  origin: Record<string, string>,
): RemotePlatform {
  const reading = readToken(baseUrl, profileBaseUrl, tokenFile, env, origin);
  return 'token' in reading
    ? { baseUrl, token: reading.token, tokenProblem: undefined }
    : { baseUrl, token: undefined, tokenProblem: reading.problem };
}

function readToken(
  baseUrl: string,
  profileBaseUrl: string | undefined,
  tokenFile: string,
  env: Environment,
  origin: Record<string, string>,
): TokenReading {
  const fromEnvironment = env['DOEFLOW_PLATFORM_TOKEN'] ?? '';
  if (fromEnvironment !== '') {
    origin['platform.token'] = 'environment DOEFLOW_PLATFORM_TOKEN';
    return parseToken(fromEnvironment, 'DOEFLOW_PLATFORM_TOKEN');
  }
  const expected = `Expected a token for ${baseUrl} in DOEFLOW_PLATFORM_TOKEN`;
  if (profileBaseUrl === undefined) return { problem: `${expected}, got none` };
  const owner = parseBaseUrl(profileBaseUrl, "the profile's platform.baseUrl");
  if (new URL(owner).origin !== new URL(baseUrl).origin) {
    return { problem: `${expected}, got only the profile's, which is for ${owner}` };
  }
  origin['platform.token'] = `file ${tokenFile}`;
  return readTokenFile(tokenFile);
}
