/** What of a study may be mended after runs of it have ended: how a run is made and read, never which runs there are or what they are compared by. */
import { isDeepStrictEqual } from 'node:util';
import type { ExecutionSettings, HardwareSettings, Study, Variable } from '../study/study.ts';

const reasons = {
  name: 'the study is known by it',
  inputs: 'it decides the runs, and they are planned',
  columns: 'the table of results has its columns already',
  judged: 'runs that are done were judged by it',
  whole: 'it is computed over all runs, also those that are done',
  notify: 'whom a study tells is fixed when it is started',
  execution: 'the study was started with it, for all of its jobs',
  hardware:
    'only the walltime may be mended; doeflow amend changes the rest for jobs that are made afterwards',
} as const;

/**
 * Each setting that differs and may not, with the reason, such as `design.seed: it decides the runs, and they are planned`; none where `after`
 * may take the place of `before` for the runs that run again.
 */
export function refusedChanges(before: Study, after: Study): readonly string[] {
  const differs = (path: string, why: string, one: unknown, other: unknown): readonly string[] =>
    changedPaths(path, one, other).map((changed) => `${changed}: ${why}`);
  return [
    ...differs('name', reasons.name, before.name, after.name),
    ...variableChanges(before.variables, after.variables),
    ...differs('design', reasons.inputs, before.design, after.design),
    ...differs(
      'job.hardware',
      reasons.hardware,
      withoutWalltime(before.job.hardware),
      withoutWalltime(after.job.hardware),
    ),
    ...differs(
      'execution',
      reasons.execution,
      writtenExecution(before.execution),
      writtenExecution(after.execution),
    ),
    ...differs('findings', reasons.whole, before.findings, after.findings),
    ...differs('statistics', reasons.whole, before.statistics, after.statistics),
    ...differs('regression', reasons.whole, before.regression, after.regression),
    ...differs('notify', reasons.notify, before.notify, after.notify),
  ];
}

function variableChanges(
  before: readonly Variable[],
  after: readonly Variable[],
): readonly string[] {
  const names = before.map(({ name }) => name);
  const now = after.map(({ name }) => name);
  if (!isDeepStrictEqual(names, now)) return [`variables: ${reasons.columns}`];
  return before.flatMap((variable, index) => {
    const other = after[index];
    if (other === undefined || isDeepStrictEqual(fixedOf(variable), fixedOf(other))) return [];
    return [`variables.${variable.name}: ${reasonOf(variable)}`];
  });
}

/** What may not change of a variable: how a response is read may, and what it is called in print. */
function fixedOf({ unit: _unit, label: _label, ...fixed }: Variable): unknown {
  switch (fixed.type) {
    case 'Param':
    case 'Design':
    case 'Case':
      return fixed;
    case 'Output':
      return { ...fixed, source: undefined, required: undefined };
    case 'Constraint':
    case 'Objective':
      return { ...fixed, source: fixed.source && 'read' };
  }
}

function reasonOf({ type }: Variable): string {
  switch (type) {
    case 'Param':
    case 'Design':
    case 'Case':
      return reasons.inputs;
    case 'Output':
      return reasons.columns;
    case 'Constraint':
    case 'Objective':
      return reasons.judged;
  }
}

/** The settings by the names that a study file has for them. */
function writtenExecution({ guards, ...settings }: ExecutionSettings): unknown {
  const { onTrip: onLimit, ...limits } = guards;
  // As it was written: without it, the limit and the guards have defaults of their own.
  return { ...settings, ...limits, onLimit };
}

function withoutWalltime({ walltime: _walltime, ...fixed }: HardwareSettings): unknown {
  return fixed;
}

/** The settings of a section that differ; the section itself where it isn't one of named settings. */
function changedPaths(path: string, before: unknown, after: unknown): readonly string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isSection(before) || !isSection(after)) return [path];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys
    .filter((key) => !isDeepStrictEqual(before[key], after[key]))
    .map((key) => `${path}.${key}`);
}

function isSection(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
