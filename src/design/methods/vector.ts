import type { DesignContext } from '../design-context.ts';
import type { DesignMethodEntry } from '../method-entry.ts';
import { readPoint } from '../read-point.ts';
import { pointsOf } from '../points.ts';

/**
 * A straight line of `steps` equal steps: from the point `from` (variables that it doesn't name: their nominal values) to the point `to`
 * (those that it doesn't name stay), both ends among the rows. On levels the steps are counted in levels.
 * @see B. M. Adams et al., Dakota reference manual, vector_parameter_study
 */
export const vector: DesignMethodEntry = {
  title: 'Vector study',
  kind: 'given',
  structure: 'independent',
  replacement: 'none',
  when: 'how the response runs along a line between two points',
  runs: 'steps + 1',
  reference:
    'https://snl-dakota.github.io/docs/latest/users/usingdakota/studytypes/parameterstudies.html',
  options: ['from', 'to', 'steps'],
  otherNames: ['vector_parameter_study'],
  create: (context) => {
    const steps = context.integer('steps', [1, 100_000_000]);
    const rows = context.structureRuns(steps + 1);
    const from = readPoint(context, 'from');
    const to = readPoint(context, 'to');
    if (to.size === 0) context.refuse('to', 'a point such as {w: 4, t: 3}', `of ${names(context)}`);
    const lines = context.variables.map((variable) => {
      const start = from.get(variable.name) ?? variable.place(variable.nominal);
      const end = to.get(variable.name) ?? start;
      if (variable.levelCount !== undefined && (end - start) % steps !== 0) {
        context.refuse(
          'steps',
          `a divisor of the ${Math.abs(end - start)} levels between \`from\` and \`to\` of ${variable.name}`,
          `nearest: ${nearestDivisor(Math.abs(end - start), steps)}`,
        );
      }
      return (row: number) =>
        variable.at(row === steps ? end : start + (row * (end - start)) / steps);
    });
    return pointsOf(rows, (variable, row) => lines[variable]?.(row));
  },
};

function names({ variables }: DesignContext): string {
  return variables.map(({ name }) => name).join(', ');
}

function nearestDivisor(count: number, wanted: number): number {
  let best = 1;
  for (let divisor = 2; divisor <= count; divisor += 1) {
    if (count % divisor !== 0) continue;
    if (Math.abs(divisor - wanted) < Math.abs(best - wanted)) best = divisor;
  }
  return best;
}
