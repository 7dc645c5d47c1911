import { DesignError } from '../../errors.ts';
import { designCatalogue } from '../catalogue.ts';
import { createDesignContext, type DesignContext } from '../design-context.ts';
import type { Design, DesignPoints, DesignSpec } from '../design.ts';
import { designOf } from '../design-of-points.ts';
import type { DesignMethodEntry } from '../method-entry.ts';

/** How far a design has grown, and by how much more. */
export interface Growth {
  /** Rows of the steps that were made already, without the design's own. */
  readonly steps: readonly number[];
  /** Further rows. */
  readonly add: number;
  /** Rows of the sequence or streams that are taken, where refused ones were replaced; default: all rows so far. */
  readonly used?: number;
}

/**
 * The further rows of a design that grows with its properties kept; the rows so far don't change. The further ones are counted from 0.
 * @throws DesignError DESIGN_GROWTH where the method can't grow, or not by so many rows
 */
export function extendDesign(spec: DesignSpec, growth: Growth): Design {
  const { method } = spec;
  const entry: DesignMethodEntry | undefined =
    method === 'table' ? undefined : designCatalogue[method];
  if (!entry?.growth) throw refuseMethod(method);
  const context = createDesignContext(spec, entry.options);
  const before: DesignPoints[] = [entry.create(context)];
  for (const [index, add] of growth.steps.entries()) {
    before.push(grow(entry.growth.create, context, before, { add, index }));
  }
  const points = grow(entry.growth.create, context, before, {
    add: growth.add,
    index: growth.steps.length,
    ...(growth.used === undefined ? {} : { used: growth.used }),
  });
  return designOf(spec, context, points, { entry, stage: before.length });
}

function grow(
  create: NonNullable<DesignMethodEntry['growth']>['create'],
  context: DesignContext,
  before: readonly DesignPoints[],
  step: { readonly add: number; readonly index: number; readonly used?: number },
): DesignPoints {
  const { add, index } = step;
  const rows = before.reduce((sum, { rowCount }) => sum + rowCount, 0);
  const refuse = (expected: string, hint: string): never => {
    throw new DesignError(
      'DESIGN_GROWTH',
      `Expected the further rows of design "${context.method}" to be ${expected}, got ${add}`,
      { path: ['design', 'extend', index], hint },
    );
  };
  if (!Number.isInteger(add) || add < 1) refuse('a whole number of at least 1', 'such as 100');
  if (rows + add > 2 ** 31) refuse(`at most ${2 ** 31 - rows}`, 'fewer rows');
  return create(context, { before: [...before], rows, used: step.used ?? rows, add, refuse });
}

function refuseMethod(method: string): DesignError {
  const growing = Object.entries(designCatalogue as Readonly<Record<string, DesignMethodEntry>>)
    .filter(([, { growth }]) => growth)
    .map(([name]) => name);
  return new DesignError(
    'DESIGN_GROWTH',
    `The design "${method}" can't grow: its rows are complete as they are`,
    {
      path: ['design', 'extend'],
      hint:
        method === 'table'
          ? 'add rows to the file'
          : `designs that can grow: ${growing.join(', ')}; or start a second study`,
    },
  );
}
