/** The files of a starter study: small, complete, and done in seconds on any machine with Node. */
import { schemaFileName, schemaFileText, schemaLine } from '../study-file/index.ts';

/** A study name from a folder's name: lower case letters, digits and single dashes. */
export function toStudyName(folderName: string): string {
  const name = folderName
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-+|-+$/gu, '');
  return name === '' ? 'my-study' : name.slice(0, 40).replace(/-+$/u, '');
}

/** File name -> text. */
export function starterFiles(studyName: string): Readonly<Record<string, string>> {
  return {
    'study.yaml': studyFile(studyName),
    'input.json.in': inputTemplate,
    'throw.mjs': model,
    'README.md': readme(studyName),
    [schemaFileName]: schemaFileText(),
  };
}

function studyFile(studyName: string): string {
  return `${schemaLine}
# What runs, with which values, and what is read from it. Check it: doeflow validate
name: ${studyName}
description: How far a ball flies, thrown at an angle, with an uncertain speed
variables:
  # Design: you choose it. Param: it is uncertain. Both are sampled together.
  - {name: angle, type: Design, generator: Uniform, settings: {minvalue: 20, maxvalue: 70}, unit: deg, label: angle}
  - {name: speed, type: Param, generator: Normal, settings: {mean: 30, stddev: 1.5}, unit: m/s, label: speed}
  # Output: read from each run's files.
  - {name: distance, type: Output, from: {file: result.json, pointer: /distance}, unit: m}
  - {name: height, type: Output, from: {file: result.json, pointer: /height}, unit: m}
  # Constraint: true or false for each run; a run that does not meet it stays in the results.
  - {name: passes_wall, type: Constraint, expression: "height >= 15"}
  - {name: reach, type: Objective, expression: "distance", goal: maximize}
design: {method: latin-hypercube, runs: 24, seed: 7}
job:
  analysis: {code: user_included, version: "0"}
  command: node throw.mjs input.json
  hardware: {coreType: emerald, coresPerSlot: 1, slots: 2, walltime: 1}   # walltime in hours
  runWalltime: 1m
  inputFiles: [throw.mjs]
  templates: [{template: input.json.in, as: input.json}]
execution:
  maxFailedRuns: 10%
findings:
  - {name: Mean distance, valueType: number, value: "mean(distance)"}
`;
}

const inputTemplate = `{"angle": \${angle}, "speed": \${speed}}
`;

const model = `// The model: reads its inputs, writes its results. Replace it by your own solver: put its command into study.yaml.
import { readFileSync, writeFileSync } from 'node:fs';

const { angle, speed } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const radians = (angle * Math.PI) / 180;
const gravity = 9.81;
const distance = (speed ** 2 * Math.sin(2 * radians)) / gravity;
const height = (speed * Math.sin(radians)) ** 2 / (2 * gravity);
writeFileSync('result.json', JSON.stringify({ distance, height }));
console.log(\`distance = \${distance} m\`);
`;

function readme(studyName: string): string {
  return `# ${studyName}

An example study for doeflow: 24 runs of a small model.

- \`doeflow plan\` shows what it would run, \`doeflow run\` runs it on this machine.
- \`doeflow results ${studyName}\` shows the table; files are in \`results/\`.
- \`study.yaml\` is the study, \`input.json.in\` the template of each run's input, \`throw.mjs\` the model.
- \`study.schema.json\` lets editors complete and check \`study.yaml\` as you type (in VS Code: the extension "YAML"). After an update of doeflow,
  write it anew: \`doeflow schema > study.schema.json\`
`;
}
