/** The platform's generators, as it spells them. */
export type GeneratorName =
  'Normal' | 'Uniform' | 'Linspace' | 'FixedRange' | 'Triangular' | 'LogNormal';

/** Settings of a generator by their wire names, such as `{minvalue: 1, maxvalue: 4}`. */
export type GeneratorSettings = Readonly<Record<string, number>>;
