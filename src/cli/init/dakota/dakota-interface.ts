/** How Dakota starts an analysis and what it reads: the files that it writes for each evaluation, and its responses. */
import type { DraftEntry } from '../study-draft.ts';
import type { StudyNames } from '../study-names.ts';
import { KeywordReader } from './keyword-reader.ts';
import type { DakotaKeyword } from './parse-dakota.ts';

export interface DakotaInterface {
  readonly drivers: readonly string[];
  /** True for one that is linked into Dakota: there is no program to start. */
  readonly isLinked: boolean;
  readonly parametersFile: string;
  readonly resultsFile: string;
  readonly isAprepro: boolean;
  /** True where the files of parameters and results are no arguments of the drivers. */
  readonly isVerbatim: boolean;
  /** Files that each evaluation gets. */
  readonly files: readonly string[];
  readonly concurrency: number | undefined;
  readonly notes: readonly string[];
}

/** What is started for each evaluation, and the files between it and Dakota. */
export function readDakotaInterface(keywords: readonly DakotaKeyword[]): DakotaInterface {
  const reader = new KeywordReader('interface', keywords);
  const drivers = reader.texts('analysis_drivers', 'analysis_driver') ?? [];
  const isLinked = reader.has('direct', 'linked', 'python', 'matlab');
  reader.has('fork');
  reader.has('system');
  const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
  const files = ['copy_files', 'link_files'].flatMap((word) => reader.texts(word) ?? []);
  const read = {
    drivers,
    isLinked,
    parametersFile: baseName(reader.text('parameters_file') ?? 'params.in'),
    resultsFile: baseName(reader.text('results_file') ?? 'results.out'),
    isAprepro: reader.has('aprepro', 'dprepro'),
    isVerbatim: reader.has('verbatim'),
    files,
    concurrency: reader.has('asynchronous') ? reader.number('evaluation_concurrency') : undefined,
  };
  const ofFolders = ['work_directory', 'named', 'directory_tag', 'directory_save', 'file_tag'];
  const folders = [...ofFolders, 'file_save', 'dir_save', 'dir_tag'].filter((word) =>
    reader.has(word),
  );
  const notes =
    folders.length === 0
      ? []
      : [
          `interface: ${folders.join(', ')}: each run has a folder of its own; what is kept of it says job.collect`,
        ];
  return { ...read, notes: [...notes, ...reader.leftovers()] };
}

/** The template of the file that Dakota writes for an evaluation. */
export function parametersTemplate(
  inputs: readonly { readonly label: string; readonly name: string }[],
  responses: readonly string[],
  isAprepro: boolean,
): string {
  const line = isAprepro
    ? (value: string, label: string): string => `{ ${label} = ${value} }`
    : (value: string, label: string): string => `${value.padStart(28)} ${label}`;
  const many = (label: string, count: number): string =>
    isAprepro
      ? line(
          String(count),
          `DAKOTA_${{ variables: 'VARS', functions: 'FNS' }[label] ?? 'DER_VARS'}`,
        )
      : line(String(count), label);
  return [
    many('variables', inputs.length),
    ...inputs.map(({ label, name }) => line(`\${${name}}`, label)),
    many('functions', responses.length),
    ...responses.map((label, index) => line('1', `ASV_${index + 1}:${label}`)),
    many('derivative_variables', inputs.length),
    ...inputs.map(({ label }, index) => line(String(index + 1), `DVV_${index + 1}:${label}`)),
    line('0', isAprepro ? 'DAKOTA_AN_COMPS' : 'analysis_components'),
    line('${run}', isAprepro ? 'DAKOTA_EVAL_ID' : 'eval_id'),
    '',
  ].join('\n');
}

export interface DakotaResponses {
  readonly labels: readonly string[];
  readonly names: readonly string[];
  readonly variables: readonly DraftEntry[];
  readonly notes: readonly string[];
}

/** Responses as outputs, each read from its place in the results file; what is optimised as an objective. */
export function readDakotaResponses(
  keywords: readonly DakotaKeyword[],
  resultsFile: string,
  names: StudyNames,
): DakotaResponses {
  const reader = new KeywordReader('responses', keywords);
  const objectives = reader.number('objective_functions', 'num_objective_functions') ?? 0;
  const functions = reader.number('response_functions', 'num_response_functions') ?? 0;
  const terms = reader.number('calibration_terms', 'least_squares_terms') ?? 0;
  const limits = ['nonlinear_inequality_constraints', 'nonlinear_equality_constraints'].map(
    (word) => reader.number(word, `num_${word}`) ?? 0,
  );
  const count = objectives + functions + terms + limits.reduce((sum, one) => sum + one, 0);
  const senses = reader.texts('sense') ?? [];
  const labels = reader.texts('descriptors', 'response_descriptors') ?? [];
  for (const word of ['no_gradients', 'no_hessians']) reader.take(word);
  const found = Array.from({ length: count }, (_, index) => {
    const label = labels[index] ?? `${index < objectives ? 'obj_fn' : 'response_fn'}_${index + 1}`;
    const name = names.take(label);
    const isObjective = index < objectives;
    const goal = /^max/iu.test(senses[index] ?? '') ? 'maximize' : 'minimize';
    const value = {
      name,
      type: isObjective ? 'Objective' : 'Output',
      from: { file: resultsFile, value: index + 1, tag: tagOf(labels[index]) },
      goal: isObjective ? goal : undefined,
    };
    return {
      label,
      name,
      entry: { value, remark: name === label ? undefined : `Dakota: ${label}` },
    };
  });
  const notes = [
    ...(terms === 0
      ? []
      : ['responses: calibration_terms are read as outputs, without their data']),
    ...(limits.every((one) => one === 0)
      ? []
      : ['responses: the nonlinear constraints are read as outputs; judge them with a Constraint']),
    ...reader.leftovers(),
  ];
  return {
    labels: found.map(({ label }) => label),
    names: found.map(({ name }) => name),
    variables: found.map(({ entry }) => entry),
    notes,
  };
}

/** The word that programs write behind a value: of the labels that the file gives, as those that Dakota makes up are hardly written. */
function tagOf(label: string | undefined): string | undefined {
  return label === undefined || /^$|\s/u.test(label) ? undefined : label;
}
