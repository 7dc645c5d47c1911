import { DesignError } from '../errors.ts';
import type {
  EngineGeneratorName,
  GeneratorName,
  GeneratorSettings,
  PlatformGeneratorName,
} from './generator.ts';
import type { Distribution } from './distribution.ts';
import { createBeta } from './beta.ts';
import { createEmpirical } from './empirical.ts';
import { createExponential } from './exponential.ts';
import { createFixedRange } from './fixed-range.ts';
import { createGamma } from './gamma.ts';
import { createGumbel } from './gumbel.ts';
import { createHistogram } from './histogram.ts';
import { createLinspace } from './linspace.ts';
import { createLogNormal } from './log-normal.ts';
import { createNormal } from './normal.ts';
import { createTriangular } from './triangular.ts';
import { createUniform } from './uniform.ts';
import { createWeibull } from './weibull.ts';

type Create = (settings: GeneratorSettings) => Distribution;

/** The platform's own generators. */
const platformGenerators: Readonly<Record<PlatformGeneratorName, Create>> = {
  Normal: createNormal,
  Uniform: createUniform,
  Linspace: createLinspace,
  FixedRange: createFixedRange,
  Triangular: createTriangular,
  LogNormal: createLogNormal,
};

/** Those that the engine adds and expands itself. */
const engineGenerators: Readonly<Record<EngineGeneratorName, Create>> = {
  Weibull: createWeibull,
  Gumbel: createGumbel,
  Gamma: createGamma,
  Exponential: createExponential,
  Beta: createBeta,
  Histogram: createHistogram,
  Empirical: createEmpirical,
};

const generators: Readonly<Record<GeneratorName, Create>> = {
  ...platformGenerators,
  ...engineGenerators,
};

/** All generators by their names in study files: the platform's six, then the engine's. */
export const generatorNames = Object.keys(generators) as readonly GeneratorName[];

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
