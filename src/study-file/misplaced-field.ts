import { branchesOf, fieldsOf, nodesOfField, rootNode } from './schema-nodes.ts';

/** Fields that people look for in a place, and that a study file has in another form. */
const advice: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '': {
    outputs: 'list each under `variables`: {name: …, type: Output, from: …}',
    responses: 'list each under `variables`: {name: …, type: Output, from: …}',
    results: 'list each under `variables`: {name: …, type: Output, from: …}',
    objectives: 'list each under `variables`: {name: …, type: Objective, expression: …}',
    constraints: 'list each under `variables`: {name: …, type: Constraint, expression: …}',
    cases: 'list each under `variables`: {name: …, type: Case, values: […]}',
    version: 'remove it',
  },
  'variables.*': {
    value: 'a fixed value is a list of one level: `values: [x]`',
    decimals: 'write a pattern, such as `format: "0.00"`',
    log: 'a distribution over decades: a Uniform exponent x, and a variable with `expression: 10^x`',
  },
  job: {
    paramFile:
      'the engine writes it from `variables`; give your own rows with `design: {method: table, file: …}`',
    caseFile: 'write it on the Case variables: `{name: …, type: Case, caseFile: cases.csv}`',
    jobvariables: 'list them under `variables`',
    monteCarloIterations: 'write `design: {method: monte-carlo, runs: …}`',
    isTemplateDryRun: 'see the rendered files with `doeflow render`',
    optimizer: 'the engine plans the runs itself; see `design`',
    paramFiles: 'list files under `inputFiles`, and templates under `templates`',
  },
  execution: {
    timeout: 'write `runWalltime` under `job`, such as 5m',
    runWalltime: 'write it under `job`',
    cores: 'write `coresPerSlot` under `job.hardware`',
  },
};

/** The maps that a field may have been meant for, the likeliest first. */
const places: readonly (readonly string[])[] = [
  ['job', 'hardware'],
  ['design'],
  ['job'],
  ['execution'],
  ['job', 'analysis'],
  ['execution', 'cluster'],
];

/**
 * What to do about a field that the map at `place` hasn't: it belongs elsewhere, or what it says is said in another way.
 * @param place such as `variables.*`; empty for the file itself
 */
export function adviceForField(place: string, field: string): string | undefined {
  const own = advice[place];
  if (own && Object.hasOwn(own, field)) return own[field];
  if (place.includes('*')) return undefined;
  const found = places.find(
    (path) => path.join('.') !== place && fieldsOf(nodesAt(path)).includes(field),
  );
  return found === undefined ? undefined : `write it under \`${found.join('.')}\``;
}

function nodesAt(path: readonly string[]) {
  let nodes = branchesOf([rootNode()]);
  for (const step of path) nodes = branchesOf(nodesOfField(nodes, step));
  return nodes;
}
