import { DesignError } from '../errors.ts';
import { designCatalogue } from './catalogue.ts';
import type { Design, DesignSpec } from './design.ts';
import { createDesignContext } from './design-context.ts';
import { designOf } from './design-of-points.ts';

/**
 * The design of a spec: the same spec gives the same rows, byte for byte, in blocks of any size and order.
 * @throws DesignError with the path inside the study file, variables by name
 */
export function createDesign(spec: DesignSpec): Design {
  const entry = spec.method === 'table' ? undefined : designCatalogue[spec.method];
  if (entry === undefined) {
    throw new DesignError('DESIGN_METHOD', `Expected a design method, got "${spec.method}"`, {
      path: ['design', 'method'],
      hint: `one of: ${Object.keys(designCatalogue).join(', ')}`,
    });
  }
  if (spec.variables.length === 0) {
    throw new DesignError(
      'DESIGN_VARIABLES',
      'The design has no variable that it can vary: it needs at least one',
      {
        path: ['variables'],
      },
    );
  }
  const context = createDesignContext(spec, entry.options);
  return designOf(spec, context, entry.create(context), { entry, stage: 0 });
}
