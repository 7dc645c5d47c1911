/** What other programs and people call the fields and words of a study file, to find what was meant; study files can't use these. */
import { designMethods } from '../design/index.ts';
import { describeGenerator, generatorNames } from '../distributions/index.ts';
import type { OtherNames } from '../expressions/suggestion.ts';

const words = (text: string): readonly string[] => text.split(' ');

const analysisFields: OtherNames = {
  analysis: words('software solver application app code program tool'),
  command: words('cmd run script exec executable command_line entrypoint'),
  hardware: words('resources machine compute node'),
  inputFiles: words('files inputs input uploads'),
  templates: words('template parameterized_files'),
  envVars: words('env environment environment_variables'),
  preProcess: words('pre setup before prepare'),
  postProcess: words('post after'),
  useMpi: words('mpi'),
};

/** Fields by the place of their map; `*` is an entry of a list. */
const fieldNames: Readonly<Record<string, OtherNames>> = {
  '': {
    variables: words('parameter factor input param var job_variables design_variables'),
    design: words('doe sampling sampler experiment plan'),
    job: words('task simulation model'),
    execution: words('executor scheduler limits'),
    statistics: words('stats'),
    description: words('desc title comment'),
  },
  'variables.*': {
    name: words('id key variable symbol descriptor'),
    type: words('kind role'),
    unit: words('uom dimension'),
    label: words('title description desc display_name comment'),
    generator: words('distribution dist law sampler'),
    settings: words('args arguments parameters params options'),
    values: words('choices categories elements set_values list'),
    weights: words('probabilities probability prob p set_probabilities'),
    expression: words('formula equation expr function'),
    format: words('fmt precision rounding'),
    integer: words('int is_integer round'),
    nominal: words('default initial initial_point baseline start reference'),
    goal: words('direction sense optimize'),
    valueType: words('datatype dtype'),
    from: words('source read extract'),
    required: words('mandatory'),
    caseFile: words('file csv'),
  },
  'variables.*.from': {
    file: words('filename path'),
    pointer: words('json jsonpath json_pointer path'),
    column: words('col header'),
    row: words('line index'),
    reduce: words('aggregate agg statistic reduction'),
    regex: words('pattern regexp re grep'),
    key: words('name label'),
    match: words('occurrence which'),
    stdout: words('log console'),
  },
  design: {
    method: words('type name kind sampler sampling algorithm'),
    trajectories: words('n n_trajectories num_trajectories r samples'),
    baseSamples: words('n base samples n_samples num_samples'),
    runs: words(
      'n samples num_samples n_samples number_of_samples size points count sample_size trials evaluations num_runs n_runs experiments',
    ),
    seed: words('random_state rng random_seed rng_seed'),
    includeNominalRun: words('nominal baseline include_nominal'),
    replicates: words('replications repeats repetitions'),
    extend: words('add append'),
    randomize: words('random_order shuffle randomise'),
    where: words('constraint filter condition subject_to'),
    file: words('csv path table'),
    ignore: words('skip_columns drop'),
    correlation: words('corr rank_correlations'),
    secondOrder: words('calc_second_order'),
    centerPoints: words('center ncenter centers'),
  },
  job: {
    ...analysisFields,
    runWalltime: words('timeout run_timeout time_limit'),
    collect: words('outputs output output_files keep artifacts results'),
    projectId: words('project'),
    billingPriorityValue: words('priority billing billing_priority'),
    jobanalyses: words('analyses'),
  },
  'job.jobanalyses.*': analysisFields,
  'job.analysis': { code: words('name software id'), version: words('ver version_code') },
  'job.hardware': {
    coreType: words('core machine instance instance_type cpu partition queue'),
    coresPerSlot: words('cores cpus ncpus ntasks threads'),
    slots: words('nodes parallel concurrency workers tasks parallel_runs'),
    walltime: words('wall time hours max_time time_limit duration timeout'),
  },
  'job.templates.*': {
    template: words('file source src input in template_file'),
    as: words('target to output out destination rendered processed_filename'),
  },
  execution: {
    maxConcurrentJobs: words('max_jobs concurrency parallel parallel_jobs concurrent_jobs'),
    retries: words('retry attempts max_retries max_attempts restarts'),
    runsPerJob: words('batch batch_size chunk chunk_size'),
    maxFailedRuns: words('max_failures failures allowed_failures fail_limit'),
    onLimit: words('on_failure on_error on_fail'),
  },
  'findings.*': {
    name: words('title label key'),
    value: words('expression formula'),
    where: words('filter condition'),
    valueType: words('type'),
  },
};

/** Settings of any generator; a name that the generator has itself is never read as another one. */
const settingNames: OtherNames = {
  minvalue: words('min minimum lower lower_bound lo low lb left start from a'),
  maxvalue: words('max maximum upper upper_bound hi high ub right stop end to b'),
  mean: words('mu loc average avg m expected'),
  stddev: words('sd std sigma std_dev std_deviation standard_deviation stdev scale s'),
  mode: words('c peak most_likely likely ml center'),
  count: words('n num points steps levels number'),
  increment: words('step delta by step_size resolution'),
  location: words('loc mu mode'),
  shape: words('k c alpha a'),
  scale: words('lambda theta beta lam'),
  mu: words('lambda log_mean'),
  sigma: words('zeta log_std s'),
  alpha: words('a p shape1'),
  beta: words('b q shape2'),
  edges: words('abscissas bin_edges breaks'),
  counts: words('ordinates frequencies heights'),
  values: words('data sample observations'),
  bins: words('n num_bins'),
};

/** Words by the place of their field. */
const valueNames: Readonly<Record<string, OtherNames>> = {
  'variables.*.type': {
    Param: words('uncertain random stochastic noise uncertainty aleatory parameter'),
    Design: words('input factor decision control continuous design_variable variable independent'),
    Case: words('scenario condition load_case state loadcase'),
    Output: words('response result qoi observable metric dependent monitor response_function'),
    Constraint: words('limit restriction feasibility inequality inequality_constraint'),
    Objective: words('goal target cost objective_function fitness'),
  },
  'variables.*.goal': {
    minimize: words('min lower lowest smaller smaller_is_better less'),
    maximize: words('max higher highest larger larger_is_better more'),
  },
  'variables.*.valueType': {
    number: words('float double real numeric'),
    integer: words('int'),
    text: words('string str'),
    boolean: words('bool logical'),
  },
  'variables.*.from.reduce': { mean: words('average avg'), last: words('final end') },
  'variables.*.generator': Object.fromEntries(
    generatorNames.map((name) => [name, describeGenerator(name).otherNames]),
  ),
  'design.method': Object.fromEntries(
    Object.entries(designMethods).map(([name, { otherNames }]) => [name, otherNames]),
  ),
  'execution.onLimit': { abort: words('stop fail cancel'), finish: words('continue ignore') },
};

/** What others call the fields of the map at `place`, such as `variables.*.from`. */
export function otherFieldNames(place: string): OtherNames {
  return place === 'variables.*.settings' ? settingNames : (fieldNames[place] ?? {});
}

/** What others call the words that the field at `place` takes. */
export function otherValueNames(place: string): OtherNames {
  return valueNames[place] ?? {};
}
