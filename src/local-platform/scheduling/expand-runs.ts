import { join } from 'node:path';
import type { PlatformContext } from '../context.ts';
import { findFile } from '../database/file-store.ts';
import type { JobRecord, JobVariableRecord } from '../job-record.ts';
import type { RunLine, RunValue } from '../protocol.ts';
import { FieldErrors } from '../validation/body-reader.ts';
import { generateValues } from './generate-values.ts';
import {
  readTableRows,
  readTableShape,
  ValueTableError,
  type ValueTableShape,
} from './value-table.ts';

/** Variables of the rows, and of the cases crossed with them. */
const paramTypes = ['Param', 'Design'];
const caseTypes = ['Case'];
/** More runs than this in one job are a mistake rather than a study. */
const mostRuns = 10_000_000;

/**
 * Completes a job by its param and case file: `jobvariables` from their headers where the request gave none, and `expectedRuns` (rows
 * times cases, one for a job without variables, and one more for the nominal run).
 *
 * @throws Problem 400 with what is wrong in a file under its field.
 */
export async function describeRuns(
  context: PlatformContext,
  record: JobRecord,
): Promise<JobRecord> {
  const errors = new FieldErrors();
  const shapeOf = async (field: 'paramFile' | 'caseFile'): Promise<ValueTableShape | undefined> => {
    const path = tablePath(context, record[field]);
    if (path === undefined) return undefined;
    try {
      return await readTableShape(path);
    } catch (error) {
      if (!(error instanceof ValueTableError)) throw error;
      errors.add([field], error.message);
      return undefined;
    }
  };
  const params = await shapeOf('paramFile');
  const cases = await shapeOf('caseFile');
  const shared = params?.names.find((name) => cases?.names.includes(name));
  if (shared !== undefined) {
    errors.add(['caseFile'], `The variable "${shared}" is in the parameter file too.`);
  }
  const inTables = new Set([...(params?.names ?? []), ...(cases?.names ?? [])]);
  record.jobvariables.forEach(({ name, variableType, valueGeneratorType }, i) => {
    const isInput = ['Param', 'Design', 'Case'].includes(variableType);
    if (isInput && valueGeneratorType === '' && !inTables.has(name)) {
      errors.add(
        ['jobvariables', i, 'valueGeneratorType'],
        `The variable "${name}" has no generator and is in no parameter or case file.`,
      );
    }
  });
  const completed = { ...record, jobvariables: withoutGeneratorsOf(record, inTables) };
  const generatedParams = generateValues(completed, paramTypes, errors);
  const generatedCases = generateValues(completed, caseTypes, errors);
  const runs =
    (params?.rowCount ?? 1) *
    (generatedParams?.rowCount ?? 1) *
    (cases?.rowCount ?? 1) *
    (generatedCases?.rowCount ?? 1);
  if (runs > mostRuns) errors.add(['paramFile'], `A job may have ${mostRuns} runs, got ${runs}.`);
  errors.throwIfAny();
  const isDesign = [params, cases, generatedParams, generatedCases].some((p) => p !== undefined);
  return {
    ...record,
    jobvariables: completeVariables(completed.jobvariables, params, cases),
    expectedRuns: runs + (isDesign && record.includeNominalRun ? 1 : 0),
  };
}

/**
 * The runs of a job in the order of execution: the nominal run first (files carry no nominal values, so the first row of each stands for
 * it), then row by row of the param file, within it the generated rows, with the cases varying fastest.
 */
export async function* expandRuns(
  context: PlatformContext,
  record: JobRecord,
): AsyncGenerator<RunLine> {
  const paramPath = tablePath(context, record.paramFile);
  const casePath = tablePath(context, record.caseFile);
  const errors = new FieldErrors();
  const generatedParams = generateValues(record, paramTypes, errors);
  const generatedCases = generateValues(record, caseTypes, errors);
  errors.throwIfAny();
  const cases: Readonly<Record<string, RunValue>>[] = [];
  for await (const row of casePath === undefined ? [{}] : readTableRows(casePath)) {
    for (const generated of generatedCases?.rows() ?? [{}]) cases.push({ ...row, ...generated });
  }
  const isDesign = [paramPath, casePath, generatedParams, generatedCases].some(
    (part) => part !== undefined,
  );
  let run = 0;
  let nominalDue = record.includeNominalRun && isDesign;
  for await (const row of paramPath === undefined ? [{}] : readTableRows(paramPath)) {
    if (nominalDue) {
      const nominal = { ...cases[0], ...generatedParams?.nominal, ...generatedCases?.nominal };
      yield { run: ++run, values: { ...row, ...nominal } };
    }
    nominalDue = false;
    for (const generated of generatedParams?.rows() ?? [{}]) {
      for (const values of cases) yield { run: ++run, values: { ...row, ...generated, ...values } };
    }
  }
}

/** The variables, without the generators of those whose values stand in a table. */
function withoutGeneratorsOf(
  record: JobRecord,
  inTables: ReadonlySet<string>,
): readonly JobVariableRecord[] {
  return record.jobvariables.map((variable) =>
    inTables.has(variable.name) ? { ...variable, valueGeneratorType: '' } : variable,
  );
}

function tablePath(context: PlatformContext, fileId: string | null): string | undefined {
  const file = fileId === null ? undefined : findFile(context.database, fileId);
  return file === undefined ? undefined : join(context.dataFolder, file.storedPath);
}

function completeVariables(
  given: readonly JobVariableRecord[],
  params: ValueTableShape | undefined,
  cases: ValueTableShape | undefined,
): readonly JobVariableRecord[] {
  const known = new Set(given.map(({ name }) => name));
  const found = [
    ...(params?.names ?? []).map((name) => ({ name, variableType: 'Param' })),
    ...(cases?.names ?? []).map((name) => ({ name, variableType: 'Case' })),
  ].filter(({ name }) => !known.has(name));
  return [
    ...given,
    ...found.map(({ name, variableType }, i) => ({
      ...{ name, variableType, displayOrder: given.length + i },
      ...{ valueGeneratorType: '', valueGeneratorSettings: {} },
    })),
  ];
}
