import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a study whose runs each write one number to a file, in so many jobs of two slots. */
export function writeScaleStudy(
  folder: string,
  { name, runs, jobs }: { readonly name: string; readonly runs: number; readonly jobs: number },
): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'n.txt.in'), '${n}\n');
  writeFileSync(
    join(folder, 'study.yaml'),
    `name: ${name}
variables:
  - { name: n, type: Param, generator: FixedRange, settings: { minvalue: 1, maxvalue: ${runs}, increment: 1 } }
  - { name: answer, type: Output, valueType: integer, from: { file: answer.txt, key: answer } }
design: { method: full-factorial }
job:
  analysis: { code: user_included, version: "0" }
  command: read n < n.txt; echo "answer = $n" > answer.txt
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 2, walltime: 1 }
  templates: [{ template: n.txt.in, as: n.txt }]
execution: { runsPerJob: ${Math.ceil(runs / jobs)}, maxConcurrentJobs: 2 }
`,
  );
  return folder;
}
