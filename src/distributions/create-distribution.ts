import { DesignError } from '../errors.ts';
import type {
  EngineGeneratorName,
  GeneratorName,
  GeneratorSettings,
  PlatformGeneratorName,
} from './generator.ts';
import type { Distribution } from './distribution.ts';
import type { GeneratorEntry, GeneratorKind } from './generator-entry.ts';
import { readSettings } from './settings-reader.ts';
import { beta } from './beta.ts';
import { empirical } from './empirical.ts';
import { exponential } from './exponential.ts';
import { fixedRange } from './fixed-range.ts';
import { gamma } from './gamma.ts';
import { gumbel } from './gumbel.ts';
import { histogram } from './histogram.ts';
import { linspace } from './linspace.ts';
import { logNormal } from './log-normal.ts';
import { normal } from './normal.ts';
import { triangular } from './triangular.ts';
import { uniform } from './uniform.ts';
import { weibull } from './weibull.ts';

/** The platform's own generators. */
const platformGenerators: Readonly<Record<PlatformGeneratorName, GeneratorEntry>> = {
  Normal: normal,
  Uniform: uniform,
  Linspace: linspace,
  FixedRange: fixedRange,
  Triangular: triangular,
  LogNormal: logNormal,
};

/** Those that the engine adds and expands itself. */
const engineGenerators: Readonly<Record<EngineGeneratorName, GeneratorEntry>> = {
  Weibull: weibull,
  Gumbel: gumbel,
  Gamma: gamma,
  Exponential: exponential,
  Beta: beta,
  Histogram: histogram,
  Empirical: empirical,
};

const generators: Readonly<Record<GeneratorName, GeneratorEntry>> = {
  ...platformGenerators,
  ...engineGenerators,
};

/** All generators by their names in study files: the platform's six, then the engine's. */
export const generatorNames = Object.keys(generators) as readonly GeneratorName[];

/** What the generator's values are. */
export function kindOfGenerator(generator: GeneratorName): GeneratorKind {
  return generators[generator].kind;
}

/** The settings that the generator takes, and what others call it. */
export function describeGenerator(
  generator: GeneratorName,
): Pick<GeneratorEntry, 'settings' | 'remark' | 'otherNames'> {
  return generators[generator];
}

/**
 * The distribution that a generator with these settings draws from.
 * @throws DesignError DESIGN_SETTINGS with a path relative to the variable, such as `['settings', 'stddev']`
 */
export function createDistribution(
  generator: GeneratorName,
  settings: GeneratorSettings,
): Distribution {
  const entry = generators[generator];
  const distribution = entry.create(readSettings(generator, settings, entry));
  if (!Number.isFinite(distribution.mean) || !Number.isFinite(distribution.variance)) {
    throw new DesignError(
      'DESIGN_SETTINGS',
      `The mean or variance of ${generator} is too large for a number with these settings: ${JSON.stringify(settings)}`,
      { path: ['settings'], hint: 'smaller values, or other units' },
    );
  }
  return distribution;
}
