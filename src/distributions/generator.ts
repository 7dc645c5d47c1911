/** The platform's own generators, as it spells them. */
export type PlatformGeneratorName =
  'Normal' | 'Uniform' | 'Linspace' | 'FixedRange' | 'Triangular' | 'LogNormal';

/** Generators that the engine adds: it expands them into the param file, and the platform never hears of them. */
export type EngineGeneratorName =
  'Weibull' | 'Gumbel' | 'Gamma' | 'Exponential' | 'Beta' | 'Histogram' | 'Empirical';

/** Generators as study files spell them. */
export type GeneratorName = PlatformGeneratorName | EngineGeneratorName;

/** Settings of a generator by their wire names, such as `{minvalue: 1, maxvalue: 4}`; a few are lists. */
export type GeneratorSettings = Readonly<Record<string, number | readonly number[]>>;
