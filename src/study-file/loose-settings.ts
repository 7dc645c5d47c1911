/** Numbers of a distribution that stand in the wrong place: beside `settings`, as `values`, or without a generator. */
import { describeGenerator, generatorNames } from '../distributions/index.ts';
import { meantWord } from '../expressions/suggestion.ts';
import type { DocumentPath, IssueList } from './issues.ts';
import { otherFieldNames } from './other-names.ts';

type Entry = Readonly<Record<string, unknown>>;

const pairs: ReadonlySet<string> = new Set('range bounds limits interval domain'.split(' '));
const single: readonly string[] = [
  ...['minvalue', 'maxvalue', 'mean', 'stddev', 'mode', 'count', 'increment'],
];

/**
 * An input variable with its numbers under `settings`, and with the generator that takes them where none is named; an issue says so. Any
 * other entry comes back as it is.
 * @param fields the fields that the variable may have
 */
export function gatherSettings(
  entry: Entry,
  path: DocumentPath,
  fields: readonly string[],
  issues: IssueList,
): Entry {
  if (!fields.includes('settings')) return entry;
  const loose = Object.keys(entry).filter(
    (key) => !fields.includes(key) && settingsIn(key, entry[key]) !== undefined,
  );
  const { values } = entry;
  if (isMap(values)) loose.push('values');
  const [first] = loose;
  const hasSource = ['generator', 'values', 'expression', 'sample'].some((key) => key in entry);
  if (first === undefined) {
    const generator = hasSource || !isMap(entry['settings']) ? undefined : guess(entry['settings']);
    if (generator === undefined) return entry;
    const hint = `add \`generator: ${generator}\``;
    issues.atKey([...path, 'settings'], 'The variable has `settings`, but no `generator`', hint);
    return { ...entry, generator };
  }
  const gathered = Object.assign(
    {},
    entry['settings'],
    ...loose.map((key) => settingsIn(key, entry[key]) ?? entry[key]),
  ) as Entry;
  const others = Object.entries(entry).filter(([key]) => !loose.includes(key));
  const written = entry['generator'];
  const generator = typeof written === 'string' ? written : guess(gathered);
  const settings = renamed(gathered, generator);
  const numbers = Object.entries(settings).map(([key, value]) => `${key}: ${String(value)}`);
  issues.atKey(
    [...path, first],
    first === 'values'
      ? 'Expected a list of levels, got a map'
      : `Expected the numbers of a distribution in \`settings\`, got ${loose.map((key) => `\`${key}\``).join(' and ')}`,
    `write \`generator: ${generator ?? 'Uniform'}, settings: {${numbers.join(', ')}}\``,
  );
  return {
    ...Object.fromEntries(others),
    ...(generator === undefined ? {} : { generator }),
    settings,
  };
}

/** The settings that a stray field gives; undefined where it gives none. */
function settingsIn(key: string, value: unknown): Entry | undefined {
  if (pairs.has(key.toLowerCase()) && Array.isArray(value) && value.length === 2) {
    return { minvalue: value[0] as unknown, maxvalue: value[1] as unknown };
  }
  if (typeof value === 'object') return undefined;
  const setting = namedSetting(key, single);
  return setting === undefined ? undefined : { [setting]: value };
}

/** By name only: `mass` isn't a slip of `max`. */
function namedSetting(key: string, settings: readonly string[]): string | undefined {
  const names = otherFieldNames('variables.*.settings');
  return settings.find(
    (setting) => setting === key || (key.length > 1 && names[setting]?.includes(singular(key))),
  );
}

function singular(key: string): string {
  const plain = key.toLowerCase();
  return /bounds$/u.test(plain) ? plain.slice(0, -1) : plain;
}

function renamed(settings: Entry, generator: string | undefined): Entry {
  const known = generatorNames.find((name) => name === generator);
  if (known === undefined) return settings;
  const names = otherFieldNames('variables.*.settings');
  return Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [
      meantWord(key, describeGenerator(known).settings, names) ?? key,
      value,
    ]),
  );
}

/** The generator that takes just these settings. */
function guess(settings: Entry): string | undefined {
  const keys = Object.keys(settings).map((key) => namedSetting(key, single) ?? key);
  const takers = ['Uniform', 'Normal', 'Triangular', 'Linspace', 'FixedRange'] as const;
  return takers.find((generator) => {
    const { settings: known } = describeGenerator(generator);
    const needed = generator === 'Normal' ? ['mean', 'stddev'] : known;
    return needed.every((key) => keys.includes(key)) && keys.every((key) => known.includes(key));
  });
}

function isMap(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
