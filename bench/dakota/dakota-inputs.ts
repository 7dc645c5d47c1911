/** What Dakota is given. Its models are built in: Rosenbrock's function and Ishigami's, whose inputs go from 0 to 1 there. */

const responses = `responses
  response_functions 1
  descriptors 'f'
  no_gradients
  no_hessians
`;

const variables = (names: readonly string[], low: number, high: number): string => `variables
  uniform_uncertain ${names.length}
    descriptors ${names.map((name) => `'${name}'`).join(' ')}
    lower_bounds ${names.map(() => low).join(' ')}
    upper_bounds ${names.map(() => high).join(' ')}
`;

const study = (method: string, inputs: string, driver: string): string => `environment
  output_precision 16
  tabular_data
    tabular_data_file 'table.dat'
${method}${inputs}interface
  analysis_drivers '${driver}'
    direct
${responses}`;

const rosenbrock = variables(['x1', 'x2'], -2, 2);
const ishigami = variables(['x1', 'x2', 'x3'], 0, 1);

/** By what is asked of Dakota. */
export const dakotaInputs = {
  sampling: study(
    `method
  sampling
    sample_type lhs
    samples 200
    seed 17
    response_levels 10 100 1000
    probability_levels 0.1 0.5 0.9
    reliability_levels 0.5
    distribution cumulative
    std_regression_coeffs
`,
    rosenbrock,
    'rosenbrock',
  ),
  decomposition: study(
    `method
  sampling
    sample_type random
    samples 512
    seed 17
    variance_based_decomp
`,
    ishigami,
    'sobol_ishigami',
  ),
  chaos: study(
    `method
  polynomial_chaos
    expansion_order 4
    collocation_points 200
    least_squares
    seed 17
    variance_based_decomp
    export_expansion_file 'expansion.dat'
`,
    rosenbrock,
    'rosenbrock',
  ),
} as const;
