import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A study made to be disturbed, and the file in which its runs say that they ran. */
export interface ChaosStudy {
  readonly folder: string;
  /** One line for each execution of a run: its x. Written by the runs themselves. */
  readonly executions: string;
  readonly runs: number;
  readonly jobs: number;
}

export interface StudySize {
  readonly runs: number;
  readonly runsPerJob: number;
  /** How long each run takes. */
  readonly runSeconds: number;
  /** Further settings of its execution, each after a comma. */
  readonly execution?: string;
}

/**
 * Writes a study with an input file, a template, an output file a run and a finding, cut into jobs.
 */
export function writeChaosStudy(folder: string, name: string, size: StudySize): ChaosStudy {
  mkdirSync(folder, { recursive: true });
  const executions = join(folder, 'executions');
  writeFileSync(executions, '');
  writeFileSync(
    join(folder, 'model.sh'),
    `read x < x.txt
echo "$x" >> "$EXECUTIONS"
sleep ${size.runSeconds}
echo "y = $(echo "$x" | awk '{ printf "%.17g", $1 * $1 / 3 }')" > result.txt
`,
  );
  writeFileSync(join(folder, 'x.txt.in'), '${x}\n');
  writeFileSync(
    join(folder, 'study.yaml'),
    `name: ${name}
variables:
  - { name: x, type: Param, generator: Uniform, settings: { minvalue: 0, maxvalue: 1 } }
  - { name: y, type: Output, from: { file: result.txt, key: y } }
  - { name: small, type: Constraint, expression: y < 0.1 }
design: { method: latin-hypercube, runs: ${size.runs}, seed: 12 }
job:
  analysis: { code: user_included, version: "0" }
  command: sh model.sh
  envVars: { EXECUTIONS: ${executions} }
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 2, walltime: 1 }
  inputFiles: [model.sh]
  templates: [{ template: x.txt.in, as: x.txt }]
execution: { runsPerJob: ${size.runsPerJob}${size.execution ?? ''} }
findings:
  - { name: Mean of y, value: mean(y) }
`,
  );
  return { folder, executions, runs: size.runs, jobs: Math.ceil(size.runs / size.runsPerJob) };
}
