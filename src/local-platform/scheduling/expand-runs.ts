import { join } from 'node:path';
import type { PlatformContext } from '../context.ts';
import { findFile } from '../database/file-store.ts';
import type { JobRecord, JobVariableRecord } from '../job-record.ts';
import type { RunLine, RunValue } from '../protocol.ts';
import { FieldErrors } from '../validation/body-reader.ts';
import {
  readTableRows,
  readTableShape,
  ValueTableError,
  type ValueTableShape,
} from './value-table.ts';

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
  const runs = (params?.rowCount ?? 1) * (cases?.rowCount ?? 1);
  if (runs > mostRuns) errors.add(['paramFile'], `A job may have ${mostRuns} runs, got ${runs}.`);
  errors.throwIfAny();
  const isDesign = params !== undefined || cases !== undefined;
  return {
    ...record,
    jobvariables: completeVariables(record.jobvariables, params, cases),
    expectedRuns: runs + (isDesign && record.includeNominalRun ? 1 : 0),
  };
}

/**
 * The runs of a job in the order of execution: the nominal run first (the first row of each file stands for it, since files carry no
 * nominal values), then row by row with the case varying fastest.
 */
export async function* expandRuns(
  context: PlatformContext,
  record: JobRecord,
): AsyncGenerator<RunLine> {
  const paramPath = tablePath(context, record.paramFile);
  const casePath = tablePath(context, record.caseFile);
  const cases: Readonly<Record<string, RunValue>>[] = [];
  if (casePath === undefined) cases.push({});
  else for await (const row of readTableRows(casePath)) cases.push(row);
  let run = 0;
  let nominalDue = record.includeNominalRun && (paramPath ?? casePath) !== undefined;
  const rows = paramPath === undefined ? [{}] : readTableRows(paramPath);
  for await (const row of rows) {
    if (nominalDue) yield { run: ++run, values: { ...row, ...cases[0] } };
    nominalDue = false;
    for (const values of cases) yield { run: ++run, values: { ...row, ...values } };
  }
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
