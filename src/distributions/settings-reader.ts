import { DesignError } from '../errors.ts';
import type { GeneratorSettings } from './generator.ts';

/** Reads the settings of one generator; each mistake is a {@link DesignError} whose path starts at `settings`. */
export interface SettingsReader {
  readonly has: (key: string) => boolean;
  /** A finite number that must be there. */
  readonly number: (key: string) => number;
  /** A finite number, or `fallback` where the setting is absent. */
  readonly optional: (key: string, fallback: number) => number;
  /** A finite number above zero. */
  readonly positive: (key: string) => number;
  /** `minvalue` and `maxvalue`, the second above the first by a width that a double can hold. */
  readonly range: () => readonly [number, number];
  /** A list of finite numbers that must be there. */
  readonly list: (key: string, least: number) => readonly number[];
  /** Refuses with `Expected …, got …` at `key`. */
  readonly refuse: (key: string, expected: string, hint?: string) => never;
}

/** The settings of a generator. */
export interface TakenSettings {
  /** All that it takes; another one is refused. */
  readonly settings: readonly string[];
  /** What they mean, where other programs mean something else by them. */
  readonly remark?: string;
}

/** What settings a generator takes, in one line. */
export function describeSettings(generator: string, { settings, remark }: TakenSettings): string {
  return `${generator} takes ${settings.join(', ')}${remark === undefined ? '' : ` (${remark})`}`;
}

/** @param generator its name, for messages */
export function readSettings(
  generator: string,
  settings: GeneratorSettings,
  entry: TakenSettings,
): SettingsReader {
  const takes = describeSettings(generator, entry);
  const refuse = (key: string, expected: string, hint?: string): never => {
    const got = settings[key];
    throw new DesignError(
      'DESIGN_SETTINGS',
      `Expected ${expected} in the settings of ${generator}, got ${show(got)}`,
      { path: ['settings', key], ...(hint === undefined ? {} : { hint }) },
    );
  };
  for (const key of Object.keys(settings)) {
    if (entry.settings.includes(key)) continue;
    throw new DesignError('DESIGN_SETTINGS', `${generator} has no setting \`${key}\``, {
      path: ['settings', key],
      hint: takes,
    });
  }
  const number = (key: string): number => {
    const value = settings[key];
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      return refuse(key, `a finite number \`${key}\``, value === undefined ? takes : undefined);
    }
    return value;
  };
  const positive = (key: string): number => {
    const value = number(key);
    if (value > 0) return value;
    const hint = value < 0 ? `did you mean ${-value}?` : 'for a fixed value write `values: [x]`';
    return refuse(key, `\`${key}\` above 0`, hint);
  };
  return {
    has: (key) => settings[key] !== undefined,
    number,
    optional: (key, fallback) => (settings[key] === undefined ? fallback : number(key)),
    positive,
    range: () => {
      const [low, high] = [number('minvalue'), number('maxvalue')];
      if (!(high > low)) refuseOrder(refuse, low, high);
      if (high - low === Infinity)
        refuse('maxvalue', 'a `maxvalue` whose distance from `minvalue` is below 1.8e308');
      return [low, high];
    },
    list: (key, least) => {
      const value = settings[key];
      const isList = Array.isArray(value) && value.length >= least && value.every(Number.isFinite);
      if (isList) return value as readonly number[];
      return refuse(key, `a list \`${key}\` of at least ${least} finite numbers`, takes);
    },
    refuse,
  };
}

/** Refuses a `maxvalue` that isn't above `minvalue`. */
export function refuseOrder(refuse: SettingsReader['refuse'], low: number, high: number): never {
  const hint =
    high < low
      ? `nearest: minvalue: ${high}, maxvalue: ${low}`
      : 'for a fixed value write `values: [x]`';
  return refuse('maxvalue', `\`maxvalue\` above \`minvalue\` ${low}`, hint);
}

function show(setting: GeneratorSettings[string] | undefined): string {
  if (setting === undefined) return 'no value';
  if (typeof setting === 'number') return String(setting);
  return `[${setting.slice(0, 4).join(', ')}${setting.length > 4 ? ', …' : ''}]`;
}
