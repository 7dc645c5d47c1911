import { printNumber } from '../numbers/index.ts';
import type { Plan } from '../study/plan.ts';
import type { Study } from '../study/study.ts';

/** How many runs are looked at. */
const sampledRuns = 200;

/** Rows from which on chance alone doesn't make a distribution's values equal. */
const fewestRuns = 4;

/** They list values, and may list one. */
const listed: readonly string[] = ['Linspace', 'FixedRange'];

/** @returns a sentence for each input with a distribution whose format or whole numbers leave it one value in all rows */
export function constantInputNotes(plan: Plan, variables: Study['variables']): readonly string[] {
  const total = Math.min(plan.runCount, sampledRuns);
  if (total < fewestRuns) return [];
  const { columns } = plan.block(0, total);
  return variables.flatMap((variable) => {
    if (variable.type !== 'Param' && variable.type !== 'Design') return [];
    if (variable.format === undefined && variable.integer !== true) return [];
    const { source } = variable;
    if (source.kind !== 'generator' || listed.includes(source.generator)) return [];
    const cells = new Set(columns[plan.columns.indexOf(variable.name)] ?? []);
    const [only] = cells;
    if (cells.size !== 1 || typeof only !== 'number') return [];
    return [
      `${variable.name} varies by its generator, but is ${printNumber(only)} in all rows: its \`format\`, or \`integer: true\`, rounds it to that. Give it more digits`,
    ];
  });
}
