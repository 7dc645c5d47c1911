import type { Environment } from '../../environment.ts';
import { UsageError } from '../../errors.ts';
import { readProfileFile, type Profile, type ProfileFile } from './profile-file.ts';

/** The built-in profile with nothing in it: the embedded default, whatever the profile file says. */
export const embeddedProfile = 'embedded';

/** The profile of one invocation. */
export interface ChosenProfile {
  readonly name: string;
  readonly profile: Profile;
  /** Where its name came from. */
  readonly origin: string;
}

/**
 * Gives back the profile that the flag, DOEFLOW_PROFILE or the profile file names. Under the built-in profile the file isn't even read.
 * @throws UsageError USAGE_PROFILE when there is none of that name, USAGE_PROFILE_FILE when the file can't be used
 */
export function chooseProfile(
  flag: string | undefined,
  env: Environment,
  profileFile: string,
): ChosenProfile {
  const variable = env['DOEFLOW_PROFILE'] || undefined;
  if (flag !== undefined) return find(flag, 'flag --profile', profileFile);
  if (variable !== undefined) return find(variable, 'environment DOEFLOW_PROFILE', profileFile);
  const file = readProfileFile(profileFile);
  return file.profile === undefined
    ? { name: embeddedProfile, profile: {}, origin: 'default' }
    : find(file.profile, 'profile file', profileFile, file);
}

function find(
  name: string,
  origin: string,
  profileFile: string,
  read?: ProfileFile,
): ChosenProfile {
  if (name === embeddedProfile) return { name, profile: {}, origin };
  const profiles = (read ?? readProfileFile(profileFile)).profiles ?? {};
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile !== undefined) return { name, profile, origin };
  const known = [...Object.keys(profiles), embeddedProfile].join(', ');
  throw new UsageError(
    'USAGE_PROFILE',
    `There is no profile "${name}" in ${profileFile}; there are: ${known}`,
    { hint: `Use one of these, or make it with doeflow login URL --profile ${name}` },
  );
}
