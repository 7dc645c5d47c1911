import { createDesign } from '../design/index.ts';
import { DesignError } from '../errors.ts';
import type { RowCompleter } from './complete-rows.ts';
import { designSpecOf, inputsOf } from './design-spec.ts';
import type { Cell } from '../design/cell.ts';
import type { Study } from './study.ts';

/**
 * The inputs of the nominal run by name: as given, else mean, mode of a Triangular or middle level; rounded and derived like
 * every row.
 * @throws DesignError where a variable has no nominal value and nothing to take it from
 */
export function nominalRow(study: Study, completer: RowCompleter): ReadonlyMap<string, Cell> {
  const inputs = inputsOf(study);
  const spec = designSpecOf(study);
  const defaults = new Map<string, Cell>();
  if (spec.variables.length > 0) {
    // Nominal values don't depend on the method; this one takes any variables.
    const cells = createDesign({ ...spec, method: 'monte-carlo', runs: 1, options: {} }).nominal();
    for (const [index, { name }] of spec.variables.entries()) {
      const cell = cells[index];
      if (cell !== undefined) defaults.set(name, cell);
    }
  }
  const drawn = inputs
    .filter(({ source }) => source.kind !== 'expression')
    .map(({ name, nominal }) => {
      const cell = nominal ?? defaults.get(name);
      if (cell !== undefined) return [cell];
      throw new DesignError(
        'DESIGN_NOMINAL',
        `${name} has no \`nominal\`, which the nominal run needs`,
        { hint: 'add `nominal`, or a generator', path: ['variables', name] },
      );
    });
  const columns = completer.complete(drawn, 1);
  return new Map(inputs.map(({ name }, index) => [name, columns[index]?.[0] ?? '']));
}
