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

/**
 * What a generator's values are. `continuous`: any number of its support. `grid`: numbers at equal distances, which a crossed design
 * takes as levels. `observed`: they follow observations, which `sample` may read from a file.
 */
export type GeneratorKind = 'continuous' | 'grid' | 'observed';

interface Generator {
  readonly kind: GeneratorKind;
  readonly create: (settings: GeneratorSettings) => Distribution;
}

/** The platform's own generators. */
const platformGenerators: Readonly<Record<PlatformGeneratorName, Generator>> = {
  Normal: { kind: 'continuous', create: createNormal },
  Uniform: { kind: 'continuous', create: createUniform },
  Linspace: { kind: 'grid', create: createLinspace },
  FixedRange: { kind: 'grid', create: createFixedRange },
  Triangular: { kind: 'continuous', create: createTriangular },
  LogNormal: { kind: 'continuous', create: createLogNormal },
};

/** Those that the engine adds and expands itself. */
const engineGenerators: Readonly<Record<EngineGeneratorName, Generator>> = {
  Weibull: { kind: 'continuous', create: createWeibull },
  Gumbel: { kind: 'continuous', create: createGumbel },
  Gamma: { kind: 'continuous', create: createGamma },
  Exponential: { kind: 'continuous', create: createExponential },
  Beta: { kind: 'continuous', create: createBeta },
  Histogram: { kind: 'observed', create: createHistogram },
  Empirical: { kind: 'observed', create: createEmpirical },
};

const generators: Readonly<Record<GeneratorName, Generator>> = {
  ...platformGenerators,
  ...engineGenerators,
};

/** All generators by their names in study files: the platform's six, then the engine's. */
export const generatorNames = Object.keys(generators) as readonly GeneratorName[];

/** What the generator's values are. */
export function kindOfGenerator(generator: GeneratorName): GeneratorKind {
  return generators[generator].kind;
}

/**
 * The distribution that a generator with these settings draws from.
 * @throws DesignError DESIGN_SETTINGS with a path relative to the variable, such as `['settings', 'stddev']`
 */
export function createDistribution(
  generator: GeneratorName,
  settings: GeneratorSettings,
): Distribution {
  const distribution = generators[generator].create(settings);
  if (!Number.isFinite(distribution.mean) || !Number.isFinite(distribution.variance)) {
    throw new DesignError(
      'DESIGN_SETTINGS',
      `The mean or variance of ${generator} is too large for a number with these settings: ${JSON.stringify(settings)}`,
      { path: ['settings'], hint: 'smaller values, or other units' },
    );
  }
  return distribution;
}
