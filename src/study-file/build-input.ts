import { generatorNames, kindOfGenerator } from '../distributions/index.ts';
import { expectedOfText } from '../study/table-column.ts';
import type { Cell } from '../design/cell.ts';
import type { InputSource } from '../design/input-source.ts';
import type { InputVariable } from '../study/study.ts';
import type { CaseColumn } from './case-files.ts';
import type { DocumentPath, IssueList } from './issues.ts';
import type { WrittenInput } from './variable-schema.ts';

/** What an input variable needs to know about the rest of the study. */
export interface InputContext {
  /** True where the design reads its rows from a table. */
  readonly isTable: boolean;
  /** A column of a CSV with observations; undefined where an issue was added. Absent where no files are read. */
  readonly sampleColumn?: (
    file: string,
    name: string,
    path: DocumentPath,
  ) => CaseColumn | undefined;
  readonly issues: IssueList;
}

/** @returns a Param or Design variable; undefined where an issue was added */
export function buildInput(
  written: WrittenInput,
  described: { readonly name: string; readonly unit?: string; readonly label?: string },
  path: DocumentPath,
  context: InputContext,
): InputVariable | undefined {
  const source = buildInputSource(written, path, context);
  if (!source) return undefined;
  const { type, format, integer, nominal } = written;
  return {
    type,
    ...described,
    source,
    ...(format === undefined ? {} : { format }),
    ...(integer === undefined ? {} : { integer }),
    ...(nominal === undefined ? {} : { nominal }),
  };
}

function buildInputSource(
  written: WrittenInput,
  path: DocumentPath,
  context: InputContext,
): InputSource | undefined {
  const { isTable, issues } = context;
  const { generator, settings, levels, values, weights, expression } = written;
  const ways = (['generator', 'values', 'expression'] as const).filter(
    (key) => written[key] !== undefined,
  );
  if (ways.length > 1) {
    const second = ways[1] ?? 'values';
    const got = ways.map((key) => `\`${key}\``).join(' and ');
    issues.atKey(
      [...path, second],
      `Expected one of \`generator\`, \`values\`, \`expression\`, got ${got}`,
    );
    return undefined;
  }
  const [way] = ways;
  const owners = {
    settings: 'generator',
    sample: 'generator',
    levels: 'generator',
    weights: 'values',
  } as const;
  for (const [key, owner] of Object.entries(owners) as [keyof typeof owners, string][]) {
    if (written[key] !== undefined && way !== owner) {
      issues.atKey([...path, key], `Expected \`${key}\` only beside \`${owner}\``);
      return undefined;
    }
  }
  if (generator !== undefined) {
    const all = settings ?? (written.sample && {});
    if (!all) {
      issues.at(
        path,
        `\`settings\` of the generator ${generator} are missing`,
        'such as settings: {minvalue: 1, maxvalue: 4}',
      );
      return undefined;
    }
    // Without its file the distribution isn't known, only the values that the table has.
    if (written.sample && !context.sampleColumn) return { kind: 'table' };
    const sample = written.sample && readSample(written, path, context);
    if (written.sample && !sample) return undefined;
    return {
      kind: 'generator',
      generator,
      settings: { ...all, ...sample },
      ...(levels === undefined ? {} : { levels }),
    };
  }
  if (values !== undefined) return buildLevels(values, weights, path, issues);
  if (expression !== undefined) return { kind: 'expression', expression };
  if (isTable) return { kind: 'table' };
  issues.at(
    path,
    'The variable has no `generator`, `values` or `expression`',
    'add one of them; only a `table` design reads values from a file',
  );
  return undefined;
}

/** The observations of an Empirical or Histogram generator, as its setting `values`. */
function readSample(
  { generator, sample, settings, name }: WrittenInput,
  path: DocumentPath,
  { sampleColumn, issues }: InputContext,
): { readonly values: readonly number[] } | undefined {
  const { file = '', column = name } = sample ?? {};
  const place = [...path, 'sample'];
  const isObserved = generator !== undefined && kindOfGenerator(generator) === 'observed';
  if (!isObserved || settings?.['values']) {
    const takers = generatorNames.filter((one) => kindOfGenerator(one) === 'observed');
    issues.atKey(
      place,
      `Expected \`sample\` only with the generators ${takers.join(' and ')}, and without \`values\``,
      'remove `sample`, or remove `values` from the settings',
    );
    return undefined;
  }
  const found = sampleColumn?.(file, column, [...place, 'file']);
  if (!found) return undefined;
  const values = found.values.filter((value) => typeof value === 'number');
  if (values.length === found.values.length) return { values };
  issues.at([...place, 'file'], `Expected numbers in column \`${column}\` of ${file}, got texts`);
  return undefined;
}

function buildLevels(
  values: readonly Cell[],
  weights: readonly number[] | undefined,
  path: DocumentPath,
  issues: IssueList,
): InputSource | undefined {
  if (refuseUnsafeText(values, path, issues)) return undefined;
  const doubled = firstDouble(values);
  if (doubled !== undefined) {
    issues.at(
      [...path, 'values', doubled],
      `Expected each level once, got ${JSON.stringify(values[doubled])} again`,
    );
    return undefined;
  }
  if (weights === undefined) return { kind: 'levels', values };
  if (weights.length !== values.length) {
    issues.at(
      [...path, 'weights'],
      `Expected ${values.length} weights, one per level, got ${weights.length}`,
    );
    return undefined;
  }
  const wrong = weights.findIndex((weight) => !(weight >= 0));
  if (wrong >= 0) {
    issues.at(
      [...path, 'weights', wrong],
      `Expected a weight of at least 0, got ${weights[wrong]}`,
    );
    return undefined;
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (Math.abs(total - 1) > 1e-9) {
    const hint =
      total > 0
        ? `[${weights.map((weight) => Number((weight / total).toPrecision(6))).join(', ')}]`
        : undefined;
    issues.at(
      [...path, 'weights'],
      `Expected weights that sum to 1, got a sum of ${Number(total.toPrecision(12))}`,
      hint,
    );
    return undefined;
  }
  return { kind: 'levels', values, weights };
}

/** @returns whether one of the `values` at `path` is a text that would not reach its run unchanged; the issue was added then */
export function refuseUnsafeText(
  values: readonly Cell[],
  path: DocumentPath,
  issues: IssueList,
): boolean {
  const broken = values.findIndex((value) => expectedOfText(value) !== undefined);
  if (broken < 0) return false;
  const value = values[broken] ?? '';
  issues.at(
    [...path, 'values', broken],
    `Expected ${expectedOfText(value) ?? ''}, got ${JSON.stringify(value)}`,
    'values travel in the one-line rows of a CSV file; put other texts into a template, and let the value choose among them',
  );
  return true;
}

/** @returns the index of the first value that was there before */
export function firstDouble(values: readonly Cell[]): number | undefined {
  const seen = new Set<Cell>();
  for (const [index, value] of values.entries()) {
    if (seen.has(value)) return index;
    seen.add(value);
  }
  return undefined;
}
