import type { OtherNames } from './suggestion.ts';

/** What other languages call the functions, to find what was meant; expressions can't use these. */
export const otherFunctionNames: OtherNames = {
  mean: ['average', 'avg'],
  sd: ['std', 'stddev', 'stdev', 'sigma', 'standard_deviation'],
  variance: ['var'],
  quantile: ['percentile', 'prctile'],
  count: ['n', 'length', 'len', 'size'],
  log: ['ln'],
  log10: ['lg'],
  sqrt: ['root'],
  abs: ['fabs'],
  fix: ['trunc', 'truncate', 'int'],
  ceil: ['ceiling', 'roundup'],
  pow: ['power'],
  correlation: ['corr', 'corrcoef', 'pearson'],
};
