import type { DesignContext } from '../design-context.ts';
import type { DesignMethodEntry } from '../method-entry.ts';
import { pointsOf } from '../points.ts';
import { readNumbers, readPoint } from '../read-point.ts';

/**
 * A centre, then each variable alone, from low to high: `steps` places below the centre and as many above it, `step` apart (a number for
 * all, or by name; on levels counted in levels, default 1). `center` names the point; variables that it doesn't: their nominal values.
 * @see B. M. Adams et al., Dakota reference manual, centered_parameter_study
 */
export const centered: DesignMethodEntry = {
  title: 'Centered study',
  kind: 'whole',
  structure: 'one-at-a-time',
  replacement: 'none',
  when: 'slopes and curvature around one point, in steps of your own',
  runs: '1 + 2 d steps',
  reference:
    'https://snl-dakota.github.io/docs/latest/users/usingdakota/studytypes/parameterstudies.html',
  options: ['center', 'step', 'steps'],
  otherNames: ['centered_parameter_study'],
  create: (context) => {
    const d = context.variables.length;
    const steps = context.integer('steps', [1, 1_000_000], 1);
    const rows = context.structureRuns(1 + 2 * d * steps);
    const point = readPoint(context, 'center');
    const centre = context.variables.map(
      (variable) => point.get(variable.name) ?? variable.place(variable.nominal),
    );
    const step = context.variables.map((_, variable) => readStep(context, variable));
    for (const [variable, { levelCount, name }] of context.variables.entries()) {
      const reach = (step[variable] ?? 0) * steps;
      const middle = centre[variable] ?? 0;
      if (levelCount === undefined || (middle >= reach && middle + reach < levelCount)) continue;
      const room = Math.min(middle, levelCount - 1 - middle);
      context.refuse(
        'steps',
        `inside the levels of ${name}, which has ${room} on the shorter side of the centre`,
        'put `center` in the middle, or take fewer steps',
      );
    }
    return pointsOf(rows, (variable, row) => {
      const own = row > 0 && Math.floor((row - 1) / (2 * steps)) === variable;
      const place = (row - 1) % (2 * steps);
      const away = own ? (place < steps ? place - steps : place - steps + 1) : 0;
      return context.variables[variable]?.at(
        (centre[variable] ?? NaN) + away * (step[variable] ?? 0),
      );
    });
  },
};

/** Distance of two neighbouring places of a variable. */
function readStep(context: DesignContext, index: number): number {
  const variable = context.variables[index];
  const option = context.option('step');
  const steps = readNumbers(context, 'step');
  const given = typeof option === 'number' ? option : steps.get(variable?.name ?? '');
  const step = given ?? (variable?.levelCount === undefined ? undefined : 1);
  if (step === undefined || !(step > 0 && step < Infinity)) {
    const expected = `a number above 0, or one for each variable; ${variable?.name ?? ''} has none`;
    return context.refuse('step', expected, 'such as {w: 0.1, t: 0.2}');
  }
  if (variable?.levelCount === undefined || Number.isInteger(step)) return step;
  return context.refuse('step', `a whole number of levels of ${variable.name}`, 'such as 1');
}
