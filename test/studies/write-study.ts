import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A study whose model is an awk program over lines `name value`. */
export interface AwkStudy {
  readonly name: string;
  /** Name and distribution of each input, as YAML behind `name:`. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Each output as an awk expression over the inputs' names; earlier ones may be used. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Awk statements before the outputs. */
  readonly first?: string;
  readonly design: string;
  /** Further variables, and parts of the study file behind `job`, as YAML. */
  readonly variables?: string;
  readonly further?: string;
  /** CSV of a `table` design, as `points.csv`. */
  readonly points?: string;
}

/** Writes the study into a folder of its name below `root`. @returns that folder */
export function writeAwkStudy(root: string, study: AwkStudy): string {
  const folder = join(root, study.name);
  mkdirSync(folder, { recursive: true });
  const { inputs, outputs, first = '', design, variables = '', further = '', points } = study;
  const lines = Object.entries(outputs).map(
    ([name, expression]) => `  ${name} = ${expression}\n  printf "${name} = %.17g\\n", ${name}`,
  );
  const read = Object.keys(inputs).map((name) => `  ${name} = given["${name}"]`);
  writeFileSync(
    join(folder, 'model.awk'),
    `{ given[$1] = $2 + 0 }\nEND {\n${[...read, first, ...lines].join('\n')}\n}\n`,
  );
  writeFileSync(
    join(folder, 'point.txt.in'),
    Object.keys(inputs)
      .map((name) => `${name} \${${name}}\n`)
      .join(''),
  );
  if (points !== undefined) writeFileSync(join(folder, 'points.csv'), points);
  writeFileSync(
    join(folder, 'study.yaml'),
    `name: ${study.name}
variables:
${Object.entries(inputs)
  .map(([name, distribution]) => `  - { name: ${name}, ${distribution} }`)
  .join('\n')}
${Object.keys(outputs)
  .map((name) => `  - { name: ${name}, type: Output, from: { file: result.txt, key: ${name} } }`)
  .join('\n')}
${variables}
design: ${design}
job:
  analysis: { code: user_included, version: "0" }
  command: awk -f model.awk point.txt > result.txt
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 2, walltime: 1 }
  runWalltime: 1m
  inputFiles: [model.awk]
  templates: [{ template: point.txt.in, as: point.txt }]
${further}
`,
  );
  return folder;
}

/** A uniform Param. */
export function uniform(low: number, high: number): string {
  return `type: Param, generator: Uniform, settings: { minvalue: ${low}, maxvalue: ${high} }`;
}

/** A normal Param. */
export function normal(mean: number, stddev: number): string {
  return `type: Param, generator: Normal, settings: { mean: ${mean}, stddev: ${stddev} }`;
}
