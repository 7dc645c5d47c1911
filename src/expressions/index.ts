/**
 * Expressions of a study file: text -> function over one run, or over the columns of a results table. Knows the language,
 * not what is computed with it. mathjs (a third of a second) is loaded with the first expression.
 */
export { ExpressionError } from './expression-error.ts';
export {
  compileRunExpression,
  type RunExpression,
  type RunScope,
} from './compile-run-expression.ts';
export {
  compileStudyExpression,
  type ExpressionColumn,
  type StudyExpression,
  type StudyScope,
} from './compile-study-expression.ts';
export type { ExpressionNames, ExpressionValue, ValueKind } from './value-kind.ts';
