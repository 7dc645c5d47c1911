import type { DesignContext } from './design-context.ts';
import type { Design, DesignPoints, DesignSpec } from './design.ts';

/** What a method decided as the design that others read. */
export function designOf(
  { variables }: DesignSpec,
  context: DesignContext,
  points: DesignPoints,
): Design {
  return {
    rowCount: points.rowCount,
    names: variables.map(({ name }) => name),
    notes: points.notes ?? [],
    block: (start, count) => variables.map((_, variable) => points.column(variable, start, count)),
    nominal: () => context.variables.map(({ nominal }) => nominal),
  };
}
