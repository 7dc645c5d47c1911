/** A study made to have its outputs, expressions and findings amended again and again. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChaosStudy } from './chaos-study.ts';

/** What is read of its files: each way looks for a line that some runs have left, and others haven't. */
export type Reading = 'odd' | 'even';

const runs = 48;
const jobs = 8;

/** Writes the study, which reads `odd` lines. @param runSeconds how long each run takes */
export function writeAmendedStudy(folder: string, name: string, runSeconds: number): ChaosStudy {
  mkdirSync(folder, { recursive: true });
  const executions = join(folder, 'executions');
  writeFileSync(executions, '');
  writeFileSync(join(folder, 'x.txt.in'), '${x}\n');
  writeFileSync(
    join(folder, 'model.sh'),
    `read x < x.txt
echo "$x" >> "$EXECUTIONS"
sleep ${runSeconds}
echo "y = 7$x" > result.txt
case $x in
  0.[0-3]*) echo "even = 1$x" >> result.txt ;;
  0.[4-6]*) { echo "even = 2$x"; echo "odd = 3$x"; } >> result.txt ;;
  *) echo "odd = 4$x" >> result.txt ;;
esac
`,
  );
  writeFileSync(join(folder, 'study.yaml'), textOf({ name, executions, reading: 'odd' }));
  return { folder, executions, runs, jobs };
}

/** The folder of the same study as it reads its files otherwise. */
export function writeAmendment(
  { folder, executions }: ChaosStudy,
  name: string,
  reading: Reading,
): string {
  const changed = `${folder}-${reading}`;
  cpSync(folder, changed, { recursive: true });
  writeFileSync(join(changed, 'study.yaml'), textOf({ name, executions, reading }));
  return changed;
}

function textOf({
  name,
  executions,
  reading,
}: {
  readonly name: string;
  readonly executions: string;
  readonly reading: Reading;
}): string {
  const [factor, finding] = reading === 'odd' ? [1, 'max(sum)'] : [2, 'min(sum)'];
  return `name: ${name}
variables:
  - { name: x, type: Param, generator: Uniform, settings: { minvalue: 0, maxvalue: 1 } }
  - { name: y, type: Output, from: { file: result.txt, key: y } }
  - { name: z, type: Output, from: { file: result.txt, key: ${reading} } }
  - { name: sum, type: Objective, goal: minimize, expression: ${factor} * y + z }
design: { method: latin-hypercube, runs: ${runs}, seed: 12 }
job:
  analysis: { code: user_included, version: "0" }
  command: sh model.sh
  envVars: { EXECUTIONS: ${executions} }
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 2, walltime: 1 }
  inputFiles: [model.sh]
  templates: [{ template: x.txt.in, as: x.txt }]
execution: { runsPerJob: ${runs / jobs}, maxConcurrentJobs: 2, retries: 0, maxFailedRuns: ${runs}, failFast: 0 }
findings:
  - { name: Bound, valueType: number, value: "${finding}" }
`;
}
