import { dirname, join } from 'node:path';
import type { Environment } from '../../environment.ts';
import type { TokenReading } from '../../token.ts';
import type { Settings } from '../settings.ts';
import { withAbsolutePaths } from './absolute-paths.ts';
import { chooseProfile } from './choose-profile.ts';
import { resolvePlatform } from './platform-settings.ts';

/**
 * The token that the profile's file has now for the platform that a running program works for: `doeflow login` may have saved another one
 * since. What came by the environment can't be read anew, and a profile that is for another platform by now gives none.
 */
export function readTokenAnew(
  { profile, profileFile }: Pick<Settings, 'profile' | 'profileFile'>,
  { baseUrl, env }: { readonly baseUrl: string; readonly env: Environment },
): TokenReading {
  if ((env['DOEFLOW_PLATFORM_TOKEN'] ?? '') !== '') {
    return {
      problem:
        'It came by DOEFLOW_PLATFORM_TOKEN, which a running program can’t read anew: set that to a new token, and start the worker again',
    };
  }
  try {
    const folder = dirname(profileFile);
    const chosen = chooseProfile(profile, env, profileFile);
    const { platform } = withAbsolutePaths(chosen.profile, folder, env);
    const { token, tokenProblem = 'There is no token' } = resolvePlatform({
      ...{ baseUrl, env, profileBaseUrl: platform?.baseUrl },
      tokenFile: platform?.tokenFile ?? join(folder, 'tokens', chosen.name),
      noteOrigin: () => undefined,
    });
    return token === undefined ? { problem: tokenProblem } : { token };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
