import type { Environment } from '../../environment.ts';

/** The places one setting may come from, strongest first. An empty variable counts as absent. */
export interface SettingCandidates {
  readonly flag?: string | undefined;
  /** The flag's name without dashes, for the origin. */
  readonly flagName?: string;
  /** The environment variable's name. */
  readonly variable?: string;
  readonly profile?: string | undefined;
  readonly fallback: string;
}

/** Gives back a function that picks a setting's value and writes into `origin` where it came from. */
export function createSettingPicker(
  env: Environment,
  profileName: string,
  origin: Record<string, string>,
): (name: string, candidates: SettingCandidates) => string {
  return (name, { flag, flagName = name, variable, profile, fallback }) => {
    const fromEnvironment = variable === undefined ? '' : (env[variable] ?? '');
    if (flag !== undefined) {
      origin[name] = `flag --${flagName}`;
      return flag;
    }
    if (fromEnvironment !== '') {
      origin[name] = `environment ${variable}`;
      return fromEnvironment;
    }
    origin[name] = profile === undefined ? 'default' : `profile ${profileName}`;
    return profile ?? fallback;
  };
}
