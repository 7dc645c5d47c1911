/** Constraints and objectives of a study as functions of one run. They judge; they never drop a run. */
import { compileRunExpression, type RunExpression } from '../expressions/index.ts';
import type { Study } from '../study/study.ts';

/** Values of one run by variable name. */
export type RunValues = Readonly<Record<string, number | string | boolean | null>>;

export interface RunJudges {
  /** Adds the values of all constraints and objectives that are expressions; names those without a finite value. */
  judge(values: RunValues): { readonly values: RunValues; readonly failed: readonly string[] };
}

/** Compiles the study's constraint and objective expressions; each may use those before it. */
export function createRunJudges(study: Study): RunJudges {
  const names = new Map(study.variables.map((variable) => [variable.name, 'any'] as const));
  const judges: { name: string; expression: RunExpression }[] = study.variables.flatMap(
    (variable) =>
      (variable.type === 'Constraint' || variable.type === 'Objective') &&
      variable.expression !== undefined
        ? [{ name: variable.name, expression: compileRunExpression(variable.expression, names) }]
        : [],
  );
  return {
    judge(values) {
      const all: Record<string, number | string | boolean | null> = { ...values };
      const failed: string[] = [];
      for (const { name, expression } of judges) {
        const value = expression.evaluate(all);
        if (typeof value === 'number' && Number.isNaN(value)) {
          all[name] = null;
          // A missing optional output leaves a missing value, not a failure.
          if (expression.names.every((used) => all[used] != null)) failed.push(name);
        } else all[name] = value;
      }
      return { values: all, failed };
    },
  };
}
