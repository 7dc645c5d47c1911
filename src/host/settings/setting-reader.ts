import type { Environment } from '../../environment.ts';
import { UsageError } from '../../errors.ts';
import { expandPath } from './user-folders.ts';

/** The places one setting may come from, strongest first. An empty variable counts as absent. */
export interface SettingPlaces {
  readonly flag?: string | undefined;
  /** The flag's name without dashes, where it isn't the setting's. */
  readonly flagName?: string;
  /** The environment variable's name. */
  readonly variable?: string;
  readonly profile?: string | undefined;
}

/** Reads settings, each from the first place that has it, and keeps where each one came from. */
export class SettingReader {
  readonly #env: Environment;
  readonly #cwd: string;
  readonly #profileName: string;
  readonly #origin: Record<string, string> = {};

  constructor(env: Environment, cwd: string, profileName: string) {
    this.#env = env;
    this.#cwd = cwd;
    this.#profileName = profileName;
  }

  /** Setting -> where its value came from. */
  get origin(): Readonly<Record<string, string>> {
    return this.#origin;
  }

  /** Keeps where a setting came from that was read in another way. */
  note(name: string, origin: string): void {
    this.#origin[name] = origin;
  }

  text(name: string, places: SettingPlaces, fallback: string): string {
    const { flag, flagName = name, variable, profile } = places;
    const fromEnvironment = variable === undefined ? '' : (this.#env[variable] ?? '');
    if (flag !== undefined) {
      this.note(name, `flag --${flagName}`);
      return flag;
    }
    if (fromEnvironment !== '') {
      this.note(name, `environment ${variable}`);
      return fromEnvironment;
    }
    this.note(name, profile === undefined ? 'default' : `profile ${this.#profileName}`);
    return profile ?? fallback;
  }

  /** An absolute path; a relative one is meant from the working directory. */
  path(name: string, places: SettingPlaces, fallback: string): string {
    return expandPath(this.text(name, places, fallback), this.#cwd, this.#env);
  }

  /** @throws UsageError USAGE_SETTING when it is neither `on` nor `off` */
  onOrOff(name: string, places: SettingPlaces, fallback: 'on' | 'off'): boolean {
    const text = this.text(name, places, fallback);
    if (text === 'on' || text === 'off') return text === 'on';
    throw new UsageError(
      'USAGE_SETTING',
      `The setting ${name} must be "on" or "off", but is "${text}" (${this.#origin[name]})`,
      { hint: `Change it there; the default is ${fallback}` },
    );
  }

  /** @throws UsageError USAGE_SETTING when it isn't a whole number above 0 */
  milliseconds(name: string, places: SettingPlaces, fallback: number): number {
    const text = this.text(name, places, String(fallback));
    if (/^[1-9][0-9]{0,9}$/.test(text)) return Number(text);
    throw new UsageError(
      'USAGE_SETTING',
      `The setting ${name} must be a whole number of milliseconds, but is "${text}" (${this.#origin[name]})`,
      { hint: `Change it there; the default is ${fallback}` },
    );
  }
}
