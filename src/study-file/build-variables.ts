/** Variables as written -> variables of a study, as far as one variable alone allows. */
import { assertNever } from '../errors.ts';
import type { Variable } from '../study/study.ts';
import { buildInput, type InputContext } from './build-input.ts';
import { doubleHint, firstDouble, refuseSlips, refuseUnsafeText } from './build-levels.ts';
import { buildOutputSource } from './build-output-source.ts';
import type { CaseColumn } from './case-files.ts';
import { warnOfUnits } from './warn-of-units.ts';
import type { DocumentPath, IssueList } from './issues.ts';
import type { WrittenVariable } from './variable-schema.ts';

/** What a variable needs to know about the rest of the study. */
export interface VariableContext extends InputContext {
  /** The column of a case file; undefined where an issue was added. */
  readonly caseColumn: (file: string, name: string, path: DocumentPath) => CaseColumn | undefined;
}

/** @returns the variable at `index` of the file; undefined where an issue was added */
export function buildVariable(
  written: WrittenVariable,
  index: number,
  context: VariableContext,
): Variable | undefined {
  const path: DocumentPath = ['variables', index];
  const { issues } = context;
  const described = {
    name: written.name,
    ...(written.unit === undefined ? {} : { unit: written.unit }),
    ...(written.label === undefined ? {} : { label: written.label }),
  };
  switch (written.type) {
    case 'Param':
    case 'Design':
      return buildInput(written, described, path, context);
    case 'Case':
      return buildCase(written, described, path, context);
    case 'Output': {
      const source = buildOutputSource(written.from, written.name, [...path, 'from'], issues);
      if (!source) return undefined;
      const { valueType = 'number', required = true } = written;
      return { type: 'Output', ...described, valueType, source, required };
    }
    case 'Constraint':
    case 'Objective': {
      const judged = buildJudged(written, path, issues);
      if (!judged) return undefined;
      if (written.type === 'Constraint') return { type: 'Constraint', ...described, ...judged };
      return { type: 'Objective', ...described, ...judged, goal: written.goal ?? 'minimize' };
    }
    default:
      return assertNever(written);
  }
}

function buildCase(
  written: Extract<WrittenVariable, { type: 'Case' }>,
  described: { readonly name: string; readonly unit?: string; readonly label?: string },
  path: DocumentPath,
  context: VariableContext,
): Variable | undefined {
  const { issues } = context;
  const { values, caseFile } = written;
  if ((values === undefined) === (caseFile === undefined)) {
    issues.at(
      path,
      `A Case variable needs either \`values\` or \`caseFile\`, and has ${values ? 'both' : 'none of them'}`,
    );
    return undefined;
  }
  if (caseFile !== undefined) {
    const column = context.caseColumn(caseFile, written.name, [...path, 'caseFile']);
    return column && { type: 'Case', ...described, values: column.values, caseFile };
  }
  if (refuseUnsafeText(values ?? [], path, issues)) return undefined;
  if (refuseSlips(values ?? [], path, issues)) return undefined;
  const doubled = firstDouble(values ?? []);
  if (doubled !== undefined) {
    issues.at(
      [...path, 'values', doubled],
      `Expected each case once, got ${JSON.stringify(values?.[doubled])} again`,
      doubleHint(values ?? []),
    );
    return undefined;
  }
  warnOfUnits(values ?? [], { path: [...path, 'values'] }, issues);
  return { type: 'Case', ...described, values: values ?? [] };
}

function buildJudged(
  written: Extract<WrittenVariable, { type: 'Constraint' | 'Objective' }>,
  path: DocumentPath,
  issues: IssueList,
) {
  const { expression, from } = written;
  if ((expression === undefined) === (from === undefined)) {
    issues.at(
      path,
      `A ${written.type} needs either \`expression\` or \`from\`, and has ${from ? 'both' : 'none of them'}`,
    );
    return undefined;
  }
  if (expression !== undefined) return { expression };
  if (from === undefined) return undefined;
  const source = buildOutputSource(from, written.name, [...path, 'from'], issues);
  return source && { source };
}
