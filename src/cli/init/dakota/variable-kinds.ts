/** Each of Dakota's kinds of variables. */
import {
  continuous,
  counts,
  each,
  generator,
  histogramBins,
  histogramPoints,
  interval,
  logNormal,
  lower,
  range,
  set,
  upper,
  type VariableKind,
} from './read-variables.ts';

const kind =
  (role: VariableKind['role']) =>
  (prefix: string, read: VariableKind['read']): VariableKind => ({ prefix, role, read });

const decided = kind('design');
const uncertain = kind('aleatory');
const unknown = kind('epistemic');
const state = kind('state');

/** By the word that begins a group. */
export const kindsOfVariables: ReadonlyMap<string, VariableKind> = new Map([
  ['continuous_design', decided('cdv', continuous)],
  ['discrete_design_range', decided('ddriv', range)],
  ['discrete_design_set', decided('ddsv', set)],
  ['discrete_design_set_integer', decided('ddsiv', set)],
  ['discrete_design_set_real', decided('ddsrv', set)],
  ['discrete_design_set_string', decided('ddssv', set)],
  ['continuous_state', state('csv', continuous)],
  ['discrete_state_range', state('dsriv', range)],
  ['discrete_state_set', state('dssv', set)],
  ['discrete_state_set_integer', state('dssiv', set)],
  ['discrete_state_set_real', state('dssrv', set)],
  ['discrete_state_set_string', state('dsssv', set)],
  [
    'normal_uncertain',
    uncertain(
      'nuv',
      each([['means'], ['std_deviations'], lower, upper], (mean, stddev, minvalue, maxvalue) =>
        generator('Normal', { mean, stddev, minvalue, maxvalue }),
      ),
    ),
  ],
  ['lognormal_uncertain', uncertain('lnuv', logNormal)],
  [
    'uniform_uncertain',
    uncertain(
      'uuv',
      each([lower, upper], (minvalue, maxvalue) => generator('Uniform', { minvalue, maxvalue })),
    ),
  ],
  [
    'loguniform_uncertain',
    uncertain(
      'luuv',
      each([lower, upper], (low = 1, high = 1) => ({
        ...generator('Uniform', { minvalue: Math.log(low), maxvalue: Math.log(high) }),
        expression: 'exp(u)',
      })),
    ),
  ],
  [
    'triangular_uncertain',
    uncertain(
      'tuv',
      each([['modes'], lower, upper], (mode, minvalue, maxvalue) =>
        generator('Triangular', { minvalue, mode, maxvalue }),
      ),
    ),
  ],
  [
    'exponential_uncertain',
    uncertain(
      'euv',
      each([['betas']], (scale) => generator('Exponential', { scale })),
    ),
  ],
  [
    'beta_uncertain',
    uncertain(
      'buv',
      each([['alphas'], ['betas'], lower, upper], (alpha, beta, minvalue, maxvalue) =>
        generator('Beta', { alpha, beta, minvalue, maxvalue }),
      ),
    ),
  ],
  [
    'gamma_uncertain',
    uncertain(
      'gauv',
      each([['alphas'], ['betas']], (shape, scale) => generator('Gamma', { shape, scale })),
    ),
  ],
  [
    'gumbel_uncertain',
    uncertain(
      'guuv',
      each([['alphas'], ['betas']], (alpha = 1, location) =>
        generator('Gumbel', { location, scale: 1 / alpha }),
      ),
    ),
  ],
  [
    // The logarithm of a Frechet variable has a Gumbel distribution.
    'frechet_uncertain',
    uncertain(
      'fuv',
      each([['alphas'], ['betas']], (alpha = 1, beta = 1) => ({
        ...generator('Gumbel', { location: Math.log(beta), scale: 1 / alpha }),
        expression: 'exp(u)',
      })),
    ),
  ],
  [
    'weibull_uncertain',
    uncertain(
      'wuv',
      each([['alphas'], ['betas']], (shape, scale) => generator('Weibull', { shape, scale })),
    ),
  ],
  ['histogram_bin_uncertain', uncertain('hbuv', histogramBins)],
  ['histogram_point_uncertain', uncertain('hpuv', histogramPoints)],
  ['poisson_uncertain', uncertain('puv', counts('lambdas'))],
  ['binomial_uncertain', uncertain('biuv', counts('probability_per_trial', 'num_trials'))],
  ['negative_binomial_uncertain', uncertain('nbuv', counts('probability_per_trial', 'num_trials'))],
  ['geometric_uncertain', uncertain('geuv', counts('probability_per_trial'))],
  [
    'hypergeometric_uncertain',
    uncertain('hguv', counts('total_population', 'selected_population', 'num_drawn')),
  ],
  ['continuous_interval_uncertain', unknown('ciuv', interval)],
  ['interval_uncertain', unknown('ciuv', interval)],
  ['discrete_interval_uncertain', unknown('diuv', interval)],
  ['discrete_uncertain_set', unknown('dusv', set)],
  ['discrete_uncertain_set_integer', unknown('dusiv', set)],
  ['discrete_uncertain_set_real', unknown('dusrv', set)],
  ['discrete_uncertain_set_string', unknown('dussv', set)],
]);
