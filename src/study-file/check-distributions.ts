import { createDistribution } from '../distributions/index.ts';
import { DesignError } from '../errors.ts';
import { parseDecimalPattern } from '../numbers/index.ts';
import { documentPath } from './document-path.ts';
import type { InputVariable, Study, Variable } from '../study/study.ts';
import type { DocumentPath, IssueList } from './issues.ts';

/** Generator settings, formats and nominal values of the input variables. */
export function checkDistributions(
  variables: readonly { readonly variable: Variable; readonly index: number }[],
  issues: IssueList,
): void {
  for (const { variable, index } of variables) {
    if (variable.type !== 'Param' && variable.type !== 'Design') continue;
    const path: DocumentPath = ['variables', index];
    const { source } = variable;
    if (source.kind === 'generator') {
      catchDesignError(path, issues, () => createDistribution(source.generator, source.settings));
    }
    checkRounding(variable, path, issues);
    checkNominal(variable, path, issues);
  }
}

/**
 * Runs `make`; a DesignError becomes an issue at its path below `base`.
 * @param study for paths that name a variable
 */
export function catchDesignError<T>(
  base: DocumentPath,
  issues: IssueList,
  make: () => T,
  study?: Study,
): T | undefined {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof DesignError)) throw error;
    const path = study ? documentPath(error.path, study) : error.path;
    issues.at([...base, ...path], error.message, error.hint);
    return undefined;
  }
}

function checkRounding(variable: InputVariable, path: DocumentPath, issues: IssueList): void {
  const { format, integer, source } = variable;
  const isText =
    source.kind === 'levels' && source.values.some((value) => typeof value === 'string');
  for (const key of ['format', 'integer'] as const) {
    if (isText && variable[key] !== undefined && variable[key] !== false) {
      issues.atKey([...path, key], `\`${key}\` rounds numbers, but the variable has texts`);
      return;
    }
  }
  if (format === undefined) return;
  if (integer === true) {
    issues.atKey(
      [...path, 'integer'],
      '`format` and `integer` exclude each other: remove one of them',
    );
  }
  const pattern = parseDecimalPattern(format);
  if ('message' in pattern) {
    issues.at([...path, 'format'], pattern.message, 'such as "0", "0.00" or "0.###E0"');
  }
}

function checkNominal(variable: InputVariable, path: DocumentPath, issues: IssueList): void {
  const { nominal, source } = variable;
  if (nominal === undefined) return;
  if (source.kind === 'expression') {
    issues.atKey(
      [...path, 'nominal'],
      "A derived variable can't have `nominal`",
      'remove it: its value follows from the other variables',
    );
  } else if (source.kind === 'levels') {
    const isNumeric = source.values.every((value) => typeof value === 'number');
    if (source.values.includes(nominal) || (isNumeric && typeof nominal === 'number')) return;
    issues.at(
      [...path, 'nominal'],
      `Expected one of the levels, got ${JSON.stringify(nominal)}`,
      `one of: ${source.values.slice(0, 10).join(', ')}`,
    );
  } else if (source.kind === 'generator' && typeof nominal === 'string') {
    issues.at([...path, 'nominal'], `Expected a number, got the text ${JSON.stringify(nominal)}`);
  }
}
