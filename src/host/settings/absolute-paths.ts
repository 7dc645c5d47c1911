import type { Environment } from '../../environment.ts';
import type { Profile } from './profile-file.ts';
import { expandStore } from './store-place.ts';
import { expandPath } from './user-folders.ts';

/** Paths in a profile are meant from the folder of the profile file. */
export function withAbsolutePaths(profile: Profile, folder: string, env: Environment): Profile {
  const absolute = (path: string): string => expandPath(path, folder, env);
  const { home, store, temporal, platform } = profile;
  const { payloadKeyFile } = temporal ?? {};
  const { tokenFile } = platform ?? {};
  return {
    ...profile,
    ...(home === undefined ? {} : { home: absolute(home) }),
    ...(store === undefined ? {} : { store: expandStore(store, folder, env, 'profile') }),
    ...(temporal === undefined || payloadKeyFile === undefined
      ? {}
      : { temporal: { ...temporal, payloadKeyFile: absolute(payloadKeyFile) } }),
    ...(platform === undefined || tokenFile === undefined
      ? {}
      : { platform: { ...platform, tokenFile: absolute(tokenFile) } }),
  };
}
