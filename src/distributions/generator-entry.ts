import type { Distribution } from './distribution.ts';
import type { SettingsReader, TakenSettings } from './settings-reader.ts';

/**
 * What a generator's values are. `continuous`: any number of its support. `grid`: numbers at equal distances, which a crossed design
 * takes as levels. `observed`: they follow observations, which `sample` may read from a file.
 */
export type GeneratorKind = 'continuous' | 'grid' | 'observed';

/** A generator: a distribution, or levels. */
export interface GeneratorEntry extends TakenSettings {
  readonly kind: GeneratorKind;
  /** What scipy, Dakota and others call it, to find what was meant; study files can't use these. */
  readonly otherNames: readonly string[];
  /** @throws DesignError DESIGN_SETTINGS */
  readonly create: (read: SettingsReader) => Distribution;
}
