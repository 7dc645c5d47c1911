import type { Distribution } from './distribution.ts';
import type { SettingsReader } from './settings-reader.ts';

/**
 * What a generator's values are. `continuous`: any number of its support. `grid`: numbers at equal distances, which a crossed design
 * takes as levels. `observed`: they follow observations, which `sample` may read from a file.
 */
export type GeneratorKind = 'continuous' | 'grid' | 'observed';

/** A generator: a distribution, or levels. */
export interface GeneratorEntry {
  readonly kind: GeneratorKind;
  /** All settings that it takes; another one is refused. */
  readonly settings: readonly string[];
  /** What the settings mean, where other programs mean something else by them. */
  readonly remark?: string;
  /** What scipy, Dakota and others call it, to find what was meant; study files can't use these. */
  readonly otherNames: readonly string[];
  /** @throws DesignError DESIGN_SETTINGS */
  readonly create: (read: SettingsReader) => Distribution;
}
