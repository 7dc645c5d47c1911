import type { Environment } from '../../environment.ts';
import { readProfileFile } from './profile-file.ts';
import { embeddedProfile, type ChosenProfile } from './choose-profile.ts';

/** What says that somebody means a platform that others run, although no address of one was chosen. */
export type UnusedPlatform =
  | { readonly kind: 'token' }
  /** Profiles that name a platform. */
  | { readonly kind: 'profiles'; readonly names: readonly string[] };

/** Looks for it where the embedded platform was taken because nothing else was said; nothing where it was asked for by its profile. */
export function findUnusedPlatform(
  { name, origin }: ChosenProfile,
  env: Environment,
  profileFile: string,
): UnusedPlatform | undefined {
  const isAskedFor = name === embeddedProfile && origin !== 'default';
  if (isAskedFor) return undefined;
  if ((env['DOEFLOW_PLATFORM_TOKEN'] ?? '').trim() !== '') return { kind: 'token' };
  const names = Object.entries(readProfileFile(profileFile).profiles ?? {}).flatMap(
    ([each, { platform }]) => (platform === undefined ? [] : [each]),
  );
  return names.length === 0 ? undefined : { kind: 'profiles', names };
}
