import {
  describeGenerator,
  describeSettings,
  generatorNames,
  kindOfGenerator,
} from '../distributions/index.ts';
import type { InputSource } from '../design/input-source.ts';
import type { InputVariable } from '../study/study.ts';
import { buildLevels } from './build-levels.ts';
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
      ways.includes('expression')
        ? 'a variable with an `expression` is computed from others: remove what it would be drawn from'
        : 'remove `values` to draw from the distribution, or `generator` and its settings to take the listed levels only',
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
  const strays = (Object.entries(owners) as [keyof typeof owners, string][]).filter(
    ([key, owner]) => written[key] !== undefined && way !== owner,
  );
  for (const [key, owner] of strays) {
    const hint = `remove it, or give the variable ${owner === 'values' ? '`values`' : 'a `generator`'}`;
    issues.atKey([...path, key], `Expected \`${key}\` only beside \`${owner}\``, hint);
  }
  if (strays.length > 0 && way === undefined) return undefined;
  if (generator !== undefined) {
    const all = settings ?? (written.sample && {});
    if (!all) {
      issues.at(
        path,
        `\`settings\` of the generator ${generator} are missing`,
        describeSettings(generator, describeGenerator(generator)),
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
