/** The example of the study file's documentation, with the files it names. */
export const exampleText = `name: beam-load                  # [a-z0-9-]
description: Stress and displacement of a loaded cantilever
variables:                       # the platform's job variables, in display order
  - {name: w, type: Design, generator: Uniform, settings: {minvalue: 1, maxvalue: 4}, unit: in, label: width}
  - {name: t, type: Design, generator: Uniform, settings: {minvalue: 1, maxvalue: 4}, unit: in, label: thickness}
  - {name: E, type: Param, generator: Normal, settings: {mean: 2.9e7, stddev: 1.45e6}, format: "0", nominal: 2.9e7}
  - {name: grade, type: Param, values: [S235, S355], weights: [0.7, 0.3]}    # levels; numbers or text
  - {name: load, type: Case, values: [500, 1000]}            # several Case variables are crossed
  - {name: stress, type: Output, from: {file: result.json, pointer: /stress}, unit: psi}
  - {name: displacement, type: Output, from: {file: log.txt, regex: 'disp = (\\S+)', match: last}, required: false}
  - {name: feasible, type: Constraint, expression: "stress <= 40000"}
  - {name: area, type: Objective, expression: "w * t", goal: minimize}
design: {method: latin-hypercube, runs: 200, seed: 42, includeNominalRun: true, replicates: 1, where: "w < 2 * t"}
job:
  analysis: {code: user_included, version: "0"}
  command: node beam.mjs beam.json
  hardware: {coreType: emerald, coresPerSlot: 1, slots: 4, walltime: 1}
  runWalltime: 5m
  inputFiles: [beam.mjs]
  templates: [{template: beam.json.in, as: beam.json}]
  collect: ["*.png"]
execution:
  runsPerJob: 1000
  maxConcurrentJobs: 4
  cluster: {name: beams, slots: 4, walltime: 8}
  retries: {platform: 2, timeout: 0, solver: 0, output: 0}
  maxFailedRuns: 10%
  onLimit: finish
findings:
  - {name: Mean stress at 500, valueType: number, value: "mean(stress)", where: "load == 500"}
`;

/** Files by path. */
export const exampleFiles: Readonly<Record<string, string>> = {
  'beam.mjs': 'console.log(1)\n',
  'beam.json.in':
    '{"w": ${w}, "t": ${t}, "E": ${E?string("0")},\n "grade": "${grade}", "load": ${load}}\n',
};

/** Access to files held in memory. */
export function inMemory(files: Readonly<Record<string, string>> = exampleFiles) {
  return {
    file: 'study.yaml',
    readFile: (path: string) => files[path],
    fileExists: (path: string) => path in files,
  };
}
