import { designMethods } from '../design/index.ts';
import { kindOfGenerator } from '../distributions/index.ts';
import { suggestion } from '../expressions/suggestion.ts';
import type { DesignMethod, DesignSettings } from '../design/design-settings.ts';
import type { WrittenDesign } from './design-schema.ts';
import type { IssueList } from './issues.ts';
import type { WrittenVariable } from './variable-schema.ts';

/** Used where the study file gives no seed. */
export const defaultSeed = 1;

const ownFields: ReadonlySet<string> = new Set(
  'method runs seed includeNominalRun replicates extend randomize where file ignore'.split(' '),
);

/** @returns the design with its defaults filled in */
export function buildDesign(
  written: WrittenDesign,
  variables: readonly WrittenVariable[],
  issues: IssueList,
): DesignSettings {
  const method = written.method ?? defaultMethod(variables);
  const { runs, seed, includeNominalRun = false, replicates = 1, extend, where } = written;
  const { randomize = false, file, ignore } = written;
  const hasInputs = variables.some(({ type }) => type === 'Param' || type === 'Design');
  if (designMethods[method].kind === 'sampled' && runs === undefined && hasInputs) {
    issues.at(['design'], `The design ${method} needs \`runs\``, 'such as runs: 100');
  }
  if (method === 'table' && file === undefined) {
    issues.at(['design'], 'The design table needs `file`', 'such as file: points.csv');
  }
  if (method === 'table' && randomize) {
    issues.atKey(
      ['design', 'randomize'],
      "The design table can't take `randomize: true`",
      'put the rows of the file in the order in which they should run',
    );
  }
  for (const [key, value] of [
    ['file', file],
    ['ignore', ignore],
  ] as const) {
    if (value !== undefined && method !== 'table') {
      issues.atKey(['design', key], `\`${key}\` belongs to the design table, not to ${method}`);
    }
  }
  const options = Object.fromEntries(
    Object.entries(written).filter(([key]) => !ownFields.has(key)),
  );
  checkOptions(method, Object.keys(options), issues);
  checkCorrelation(options['correlation'], variables, issues);
  return {
    method,
    ...(runs === undefined ? {} : { runs }),
    seed: seed ?? defaultSeed,
    seedGiven: seed !== undefined,
    includeNominalRun,
    replicates,
    ...(extend === undefined || extend.length === 0 ? {} : { extend }),
    ...(randomize ? { randomize } : {}),
    ...(where === undefined ? {} : { where }),
    ...(file === undefined ? {} : { file }),
    ignore: ignore ?? [],
    options,
  };
}

/** Crossed where every variable has levels, else Monte Carlo. */
function defaultMethod(variables: readonly WrittenVariable[]): DesignMethod {
  const hasLevels = (one: WrittenVariable): boolean =>
    (one.type !== 'Param' && one.type !== 'Design') ||
    one.values !== undefined ||
    one.expression !== undefined ||
    one.levels !== undefined ||
    (one.generator !== undefined && kindOfGenerator(one.generator) === 'grid');
  return variables.every(hasLevels) ? 'full-factorial' : 'monte-carlo';
}

/** Names in `correlation: [[w, t, 0.5]]` that no input has; all else about it is the method's to say. */
function checkCorrelation(
  correlation: unknown,
  variables: readonly WrittenVariable[],
  issues: IssueList,
): void {
  if (!Array.isArray(correlation)) return;
  const names = variables.flatMap(({ type, name }) =>
    type === 'Param' || type === 'Design' ? [name] : [],
  );
  for (const [index, entry] of (correlation as readonly unknown[]).entries()) {
    const pair = Array.isArray(entry) ? (entry as readonly unknown[]).slice(0, 2) : [];
    for (const [place, name] of pair.entries()) {
      if (typeof name !== 'string' || names.includes(name)) continue;
      issues.at(
        ['design', 'correlation', index, place],
        `Expected a Param or Design variable, got ${JSON.stringify(name)}`,
        suggestion(name, names) ?? `known here: ${names.join(', ')}`,
      );
    }
  }
}

/** Settings of a method under names that it doesn't know. */
function checkOptions(method: DesignMethod, keys: readonly string[], issues: IssueList): void {
  // Those of a table have fields of their own.
  const known = method === 'table' ? [] : designMethods[method].options;
  for (const key of keys.filter((one) => !known.includes(one))) {
    const fields = [...ownFields, ...known];
    issues.atKey(
      ['design', key],
      `Expected a known field of the design ${method}, got \`${key}\``,
      suggestion(key, fields) ?? `known here: ${fields.join(', ')}`,
    );
  }
}
