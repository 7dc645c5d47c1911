/** What of a study may be amended, and as what; what may not, with the reason. Pure. */
import type { ExecutionSettings, Study, Variable } from '../study.ts';

/** What an amended setting acts on. */
export type AmendmentKind =
  /** Further runs. */
  | 'runs'
  /** Runs that have ended and run again. */
  | 'again'
  /** Planned runs that are not run. */
  | 'withdrawn'
  /** Withdrawn runs that are run after all. */
  | 'back'
  /** How runs are made: commands, templates, inputs, software, walltime, fields of the job. */
  | 'how'
  /** What further jobs, and the study's next cluster, run on. */
  | 'hardware'
  /** How responses are read, and what is computed of each run. */
  | 'outputs'
  /** What is computed of all runs. */
  | 'findings'
  /** Cost, retries, guards. */
  | 'limits'
  | 'concurrency'
  /** Words for people. */
  | 'words';

/** One part of a study, as it is compared. */
export interface AmendRule {
  /** Where people look for it. */
  readonly path: string;
  readonly pick: (study: Study) => unknown;
  /** As what it may be amended; or why it may not. */
  readonly as: AmendmentKind | { readonly refused: string };
}

/** What takes the place of an amendment of a cluster. */
const instead =
  'stop the study, and start one of another name with what you want and execution.reuse: true, which takes over runs that are done where core type and cores per slot stay';

const reasons = {
  name: 'the study is known by it',
  inputs: 'it decides the values of the runs, and they are planned',
  design: 'it decides which runs there are; only more of them may be added',
  cut: 'the planned runs are cut into jobs already',
  onCluster: `the cluster that the study runs on has it, and it isn't the study's own: ${instead}`,
  cluster: `it decides which cluster the study asks for, and who shares it; of a cluster that is made for the study slots and walltime may be amended: ${instead}`,
  started: 'it was decided when the study was started',
} as const;

/** Every part of a study, each in one rule. */
export const amendRules: readonly AmendRule[] = [
  { path: 'name', pick: ({ name }) => name, as: { refused: reasons.name } },
  { path: 'description', pick: ({ description }) => description, as: 'words' },
  { path: 'variables', pick: inputsOf, as: { refused: reasons.inputs } },
  { path: 'variables', pick: wordsOfVariables, as: 'words' },
  { path: 'variables', pick: responsesOf, as: 'outputs' },
  { path: 'design', pick: fixedDesign, as: { refused: reasons.design } },
  { path: 'design', pick: ({ design: { runs, extend } }) => ({ runs, extend }), as: 'runs' },
  { path: 'job', pick: howRunsAreMade, as: 'how' },
  { path: 'job.hardware', pick: ownHardware, as: 'hardware' },
  { path: 'job.hardware', pick: hardwareOnCluster, as: { refused: reasons.onCluster } },
  { path: 'job.hardware', pick: clusterWalltime, as: 'hardware' },
  { path: 'execution.cluster', pick: clusterHardware, as: 'hardware' },
  execution('maxConcurrentJobs', 'concurrency'),
  execution('maxFailedRuns', 'limits'),
  execution('onLimit', 'limits'),
  execution('retries', 'limits'),
  execution('maxCost', 'limits'),
  { path: 'execution', pick: ({ execution: { guards } }) => guards, as: 'limits' },
  execution('runsPerJob', { refused: reasons.cut }),
  execution('canary', { refused: reasons.cut }),
  { path: 'execution.cluster', pick: whichCluster, as: { refused: reasons.cluster } },
  execution('reuse', { refused: reasons.started }),
  { path: 'findings', pick: ({ findings }) => findings, as: 'findings' },
  { path: 'statistics', pick: ({ statistics }) => statistics, as: 'findings' },
  { path: 'regression', pick: ({ regression }) => regression, as: 'findings' },
  { path: 'notify', pick: ({ notify }) => notify, as: { refused: reasons.started } },
];

function execution(name: keyof ExecutionSettings, as: AmendRule['as']): AmendRule {
  return { path: `execution.${name}`, pick: (study) => study.execution[name], as };
}

function isInput({ type }: Variable): boolean {
  return type === 'Param' || type === 'Design' || type === 'Case';
}

function inputsOf({ variables }: Study): unknown {
  return byName(variables.filter(isInput), ({ unit: _unit, label: _label, ...fixed }) => fixed);
}

/** One beside the other: a response that is new, or gone, is told with the outputs, and no difference where it has none. */
function wordsOfVariables({ variables }: Study): unknown {
  return Object.fromEntries(
    variables.flatMap(({ name, unit, label }) => [
      [`${name}.unit`, unit],
      [`${name}.label`, label],
    ]),
  );
}

function responsesOf({ variables }: Study): unknown {
  return byName(
    variables.filter((variable) => !isInput(variable)),
    ({ name: _name, unit: _unit, label: _label, ...rest }) => rest,
  );
}

function byName(
  variables: readonly Variable[],
  pick: (variable: Variable) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(variables.map((variable) => [variable.name, pick(variable)]));
}

/** That a seed is written is no difference to one that is the default; the file of a table is compared by its rows. */
function fixedDesign({ design }: Study): unknown {
  return { ...design, runs: undefined, extend: undefined, seedGiven: undefined, file: undefined };
}

function howRunsAreMade({ job, execution: { cluster } }: Study): unknown {
  const { analyses, hardware, ...further } = job;
  const [only] = analyses;
  return {
    ...further,
    ...(analyses.length === 1 && only !== undefined ? only : { analyses }),
    hardware: cluster?.kind === 'own' ? undefined : { walltime: hardware.walltime },
  };
}

function ownHardware({ job: { hardware }, execution: { cluster } }: Study): unknown {
  return cluster?.kind === 'existing' ? undefined : { ...hardware, walltime: undefined };
}

function hardwareOnCluster({ job: { hardware }, execution: { cluster } }: Study): unknown {
  return cluster?.kind === 'existing' ? { ...hardware, walltime: undefined } : undefined;
}

/** What the cluster is made of that is made for the study. */
function clusterHardware({ execution: { cluster } }: Study): unknown {
  if (cluster?.kind !== 'own') return undefined;
  const { slots, walltimeHours } = cluster;
  return { slots, walltime: walltimeHours };
}

/** A study that has none, and is to have one, or the other way round, is told of all of it. */
function whichCluster({ execution: { cluster } }: Study): unknown {
  if (cluster?.kind !== 'own') return cluster;
  return { ...cluster, slots: undefined, walltimeHours: undefined };
}

function clusterWalltime({ job: { hardware }, execution: { cluster } }: Study): unknown {
  return cluster?.kind === 'own' ? { walltime: hardware.walltime } : undefined;
}
