/** Every expression of a study is compiled once with the names it may use at its place. */
import { compileRunExpression } from '../expressions/compile-run-expression.ts';
import { compileStudyExpression } from '../expressions/compile-study-expression.ts';
import { ExpressionError } from '../expressions/expression-error.ts';
import type { ValueKind } from '../expressions/value-kind.ts';
import { isComputedValue, writtenValues } from '../study/finding-values.ts';
import type { Finding, Variable } from '../study/study.ts';
import type { DocumentPath, IssueList } from './issues.ts';
import { kindOfVariable, kindsOfVariables } from './variable-kinds.ts';
import { VariableOrder, type OrderIssue } from './variable-order.ts';

/** What is checked: variables with their index in the file, as some may have been left out by other issues. */
export interface ExpressionSubjects {
  readonly variables: readonly { readonly variable: Variable; readonly index: number }[];
  /** Names of variables that couldn't be built: known, of any kind, so that one fault gives one finding. */
  readonly brokenNames: readonly string[];
  /** Condition of the design. */
  readonly where: string | undefined;
  readonly findings: readonly Finding[];
}

/** Adds an issue, at its place inside the text, for each expression that can't be used. */
export function checkExpressions(subjects: ExpressionSubjects, issues: IssueList): void {
  const { variables, where: feasible, findings, brokenNames } = subjects;
  const all = variables.map(({ variable }) => variable);
  const broken = brokenNames.map((name) => [name, 'any'] as const);
  const inputs = all.filter(({ type }) => type === 'Param' || type === 'Design');
  const order = new VariableOrder(all);
  checkDerived(subjects, order, issues);
  if (feasible !== undefined) {
    const names = new Map([...kindsOfVariables(inputs), ...broken]);
    checkRun(feasible, 'boolean', names, ['design', 'where'], issues, (name) =>
      order.explain(name, undefined),
    );
  }
  const isJudge = ({ type }: Variable) => type === 'Constraint' || type === 'Objective';
  const known = new Map([...kindsOfVariables(all.filter((one) => !isJudge(one))), ...broken]);
  for (const { variable, index } of variables) {
    if (variable.type !== 'Constraint' && variable.type !== 'Objective') continue;
    const wanted = variable.type === 'Constraint' ? 'boolean' : 'number';
    const { expression, name } = variable;
    if (expression !== undefined) {
      const path = ['variables', index, 'expression'];
      checkRun(expression, wanted, known, path, issues, (used) => order.explain(used, variable));
    }
    known.set(name, wanted);
  }
  const names = new Map([...kindsOfVariables(all), ...broken]);
  for (const [index, finding] of findings.entries()) {
    const path: DocumentPath = ['findings', index];
    const { where } = finding;
    if (where !== undefined) checkRun(where, 'boolean', names, [...path, 'where'], issues);
    checkFindingValues(finding, names, [...path, 'value'], issues);
  }
}

/** Each computed value has the kind that the field asks for: a number, or a text. */
function checkFindingValues(
  finding: Finding,
  names: ReadonlyMap<string, ValueKind>,
  path: DocumentPath,
  issues: IssueList,
): void {
  const { valueType } = finding;
  const wanted = valueType === 'number' ? 'number' : 'text';
  for (const value of writtenValues(finding)) {
    if (!isComputedValue(valueType, value)) continue;
    catchIssue(path, issues, () => {
      const { kind } = compileStudyExpression(value, names);
      if (kind === wanted) return;
      issues.at(
        path,
        `Expected a ${wanted}, as \`valueType${wanted === valueType ? '' : `: ${valueType}`}\` says, got a ${kind}`,
        valueType === 'date'
          ? 'a date is started, ended, or a text such as "2026/01/31"'
          : undefined,
      );
    });
  }
}

/** A derived variable sees the input variables that come before it. */
function checkDerived(
  { variables, brokenNames }: ExpressionSubjects,
  order: VariableOrder,
  issues: IssueList,
): void {
  const known = new Map<string, ValueKind>(brokenNames.map((name) => [name, 'any']));
  for (const { variable, index } of variables) {
    if (variable.type !== 'Param' && variable.type !== 'Design') continue;
    if (variable.source.kind === 'expression') {
      const path = ['variables', index, 'expression'];
      checkRun(variable.source.expression, 'number', known, path, issues, (name) =>
        order.explain(name, variable),
      );
    }
    known.set(variable.name, kindOfVariable(variable));
  }
}

function checkRun(
  text: string,
  wanted: ValueKind,
  names: ReadonlyMap<string, ValueKind>,
  path: DocumentPath,
  issues: IssueList,
  explain?: (name: string) => OrderIssue | undefined,
): void {
  catchIssue(
    path,
    issues,
    () => {
      const { kind } = compileRunExpression(text, names);
      if (kind === wanted || kind === 'any') return;
      const [expected, hint] =
        wanted === 'boolean'
          ? ['a condition', 'compare it, such as `x <= 1`']
          : ['a number', 'such as `ok ? 1 : 0`'];
      issues.at(
        path,
        `Expected ${expected}, got a ${kind === 'boolean' ? 'condition' : kind}`,
        hint,
      );
    },
    explain,
  );
}

/** @param explain says more of a name that can't be used, where there is more to say */
function catchIssue(
  path: DocumentPath,
  issues: IssueList,
  check: () => void,
  explain?: (name: string) => OrderIssue | undefined,
): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { unknownName, offset } = error;
    const { message, hint } =
      (unknownName === undefined ? undefined : explain?.(unknownName)) ?? error;
    issues.add({ place: { path, offset }, message, hint });
  }
}
