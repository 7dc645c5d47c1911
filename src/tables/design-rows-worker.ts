/** A thread that makes rows of a design table: started by `shared-design-rows.ts` with a plan's origin, answers spans in order. */
import { parentPort, workerData } from 'node:worker_threads';
import type { PlanOrigin } from '../study/plan.ts';
import { planStudy, type PlanDependencies } from '../study/plan-study.ts';
import { designRows, type RowSpan } from './design-rows.ts';

const { study, tables, from } = workerData as PlanOrigin;
const isDerived = study.variables.some(
  (variable) =>
    (variable.type === 'Param' || variable.type === 'Design') &&
    variable.source.kind === 'expression',
);
const plan = planStudy(study, {
  tables,
  compileRunExpression: isDerived ? await compiler() : refuse,
  isRepeated: true,
});

parentPort?.on('message', ({ start, count }: RowSpan) => {
  const rows = designRows(plan, { start: from + start, count });
  parentPort?.postMessage(rows, [rows.buffer as ArrayBuffer]);
});

/** Only where it is needed: loading mathjs takes as long as a hundred thousand rows. */
async function compiler(): Promise<PlanDependencies['compileRunExpression']> {
  const { compileRunExpression } = await import('../expressions/compile-run-expression.ts');
  return compileRunExpression;
}

function refuse(text: string): never {
  throw new Error(`Expected no expression in this study, got ${text}`);
}
