import { DesignError } from '../errors.ts';
import type { GeneratorName, GeneratorSettings } from './generator.ts';
import type { Distribution } from './distribution.ts';
import { createFixedRange } from './fixed-range.ts';
import { createLinspace } from './linspace.ts';
import { createLogNormal } from './log-normal.ts';
import { createNormal } from './normal.ts';
import { createTriangular } from './triangular.ts';
import { createUniform } from './uniform.ts';

/** The platform's own generators. */
export const generators: Readonly<
  Record<GeneratorName, (settings: GeneratorSettings) => Distribution>
> = {
  Normal: createNormal,
  Uniform: createUniform,
  Linspace: createLinspace,
  FixedRange: createFixedRange,
  Triangular: createTriangular,
  LogNormal: createLogNormal,
};

/**
 * The law that a generator with these settings draws from.
 * @throws DesignError DESIGN_SETTINGS with a path relative to the variable, such as `['settings', 'stddev']`
 */
export function createDistribution(
  generator: GeneratorName,
  settings: GeneratorSettings,
): Distribution {
  const distribution = generators[generator](settings);
  if (!Number.isFinite(distribution.mean) || !Number.isFinite(distribution.variance)) {
    throw new DesignError(
      'DESIGN_SETTINGS',
      `Expected settings of ${generator} whose mean and variance a double can hold, got ${JSON.stringify(settings)}`,
      { path: ['settings'], hint: 'smaller values, or other units' },
    );
  }
  return distribution;
}
