import type { Distribution } from './distribution.ts';
import { createOnLevels } from './on-levels.ts';
import type { GeneratorEntry } from './generator-entry.ts';
import { refuseOrder, type SettingsReader } from './settings-reader.ts';

/** Most levels a Linspace or FixedRange may have. */
export const mostLevels = 10_000_000;

/** `count` levels at equal distance, `minvalue` and `maxvalue` among them. @throws DesignError DESIGN_SETTINGS */
export const linspace: GeneratorEntry = {
  kind: 'grid',
  settings: ['minvalue', 'maxvalue', 'count'],
  otherNames: ['grid', 'equally_spaced', 'evenly_spaced'],
  create,
};

function create(read: SettingsReader): Distribution {
  const low = read.number('minvalue');
  const high = read.number('maxvalue');
  const count = read.number('count');
  if (!Number.isInteger(count) || count < 1 || count > mostLevels) {
    read.refuse('count', `a whole number \`count\` from 1 to ${mostLevels}`);
  }
  if (count === 1 && low !== high) {
    read.refuse('count', '`count` of at least 2 to reach both ends');
  }
  if (count > 1 && !(high > low)) {
    refuseOrder(read.refuse, low, high);
  }
  return createOnLevels(equallySpaced(low, high, count));
}

/** `count` numbers from `low` to `high`, both ends exact. */
export function equallySpaced(low: number, high: number, count: number): readonly number[] {
  if (count === 1) return [low];
  return Array.from({ length: count }, (_, index) =>
    index === count - 1 ? high : low + ((high - low) * index) / (count - 1),
  );
}
