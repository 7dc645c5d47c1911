import type { DesignContext } from './design-context.ts';
import type { Design, DesignPoints, DesignSpec } from './design.ts';
import { inRandomOrder } from './in-random-order.ts';
import type { MethodDescription } from './method-entry.ts';

/** What a method decided as the design that others read. @param stage 0, or the number of the step by which it grew */
export function designOf(
  { variables, randomize = false }: DesignSpec,
  context: DesignContext,
  made: DesignPoints,
  { entry, stage }: { readonly entry: MethodDescription; readonly stage: number },
): Design {
  const points = randomize ? inRandomOrder(context, entry, made, stage) : made;
  return {
    rowCount: points.rowCount,
    names: variables.map(({ name }) => name),
    notes: points.notes ?? [],
    ...(made.blockWords === undefined ? {} : { blockWords: made.blockWords }),
    block: (start, count) => variables.map((_, variable) => points.column(variable, start, count)),
    column: points.column,
    nominal: () => context.variables.map(({ nominal }) => nominal),
  };
}
