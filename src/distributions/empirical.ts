import type { Distribution } from './distribution.ts';
import { createOnLevels } from './on-levels.ts';
import type { GeneratorEntry } from './generator-entry.ts';
import type { SettingsReader } from './settings-reader.ts';

/**
 * The `values` of a sample, each as likely as it is frequent; no others are drawn. As Dakota's `histogram_point_uncertain`.
 * @throws DesignError DESIGN_SETTINGS
 */
export const empirical: GeneratorEntry = {
  kind: 'observed',
  settings: ['values'],
  remark: 'values, or a `sample` beside the generator',
  otherNames: ['ecdf', 'observed', 'bootstrap', 'data', 'user_distribution'],
  create,
};

function create(read: SettingsReader): Distribution {
  const counts = new Map<number, number>();
  for (const value of Float64Array.from(read.list('values', 1)).sort()) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return createOnLevels([...counts.keys()], [...counts.values()]);
}
