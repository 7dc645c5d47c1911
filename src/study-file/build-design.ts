import { designCatalogue } from '../design/index.ts';
import { suggestion } from '../expressions/suggestion.ts';
import type { DesignMethod, DesignSettings } from '../study/study.ts';
import type { WrittenDesign } from './design-schema.ts';
import type { IssueList } from './issues.ts';
import type { WrittenVariable } from './variable-schema.ts';

/** Used where the study file gives no seed. */
export const defaultSeed = 1;

/** Methods whose number of rows must be given. */
const sampled: ReadonlySet<DesignMethod> = new Set([
  'monte-carlo',
  'latin-hypercube',
  'sobol',
  'halton',
]);
const ownFields: ReadonlySet<string> = new Set(
  'method runs seed includeNominalRun replicates extend where file ignore'.split(' '),
);

/** @returns the design with its defaults filled in */
export function buildDesign(
  written: WrittenDesign,
  variables: readonly WrittenVariable[],
  issues: IssueList,
): DesignSettings {
  const method = written.method ?? defaultMethod(variables);
  const { runs, seed, includeNominalRun = false, replicates = 1, extend, where } = written;
  const { file, ignore } = written;
  const hasInputs = variables.some(({ type }) => type === 'Param' || type === 'Design');
  if (sampled.has(method) && runs === undefined && hasInputs) {
    issues.at(
      ['design'],
      `Expected \`runs\` of the design ${method}, got nothing`,
      'such as runs: 100',
    );
  }
  if (method === 'table' && file === undefined) {
    issues.at(
      ['design'],
      'Expected `file` of the design table, got nothing',
      'such as file: points.csv',
    );
  }
  for (const [key, value] of [
    ['file', file],
    ['ignore', ignore],
  ] as const) {
    if (value !== undefined && method !== 'table') {
      issues.atKey(
        ['design', key],
        `Expected \`${key}\` only with the design table, got it with ${method}`,
      );
    }
  }
  const options = Object.fromEntries(
    Object.entries(written).filter(([key]) => !ownFields.has(key)),
  );
  checkOptions(method, Object.keys(options), issues);
  return {
    method,
    ...(runs === undefined ? {} : { runs }),
    seed: seed ?? defaultSeed,
    seedGiven: seed !== undefined,
    includeNominalRun,
    replicates,
    ...(extend === undefined || extend.length === 0 ? {} : { extend }),
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
    one.generator === 'Linspace' ||
    one.generator === 'FixedRange';
  return variables.every(hasLevels) ? 'full-factorial' : 'monte-carlo';
}

/** Settings of a method under names that it doesn't know. */
function checkOptions(method: DesignMethod, keys: readonly string[], issues: IssueList): void {
  const known = method === 'table' ? [] : designCatalogue[method]?.options;
  if (!known) return;
  for (const key of keys.filter((one) => !known.includes(one))) {
    const fields = [...ownFields, ...known];
    issues.atKey(
      ['design', key],
      `Expected a known field of the design ${method}, got \`${key}\``,
      suggestion(key, fields) ?? `known here: ${fields.join(', ')}`,
    );
  }
}
