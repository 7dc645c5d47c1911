import { createDesign, type DesignSpec } from '../design/index.ts';
import type { RowCompleter } from './complete-rows.ts';
import type { RowSource } from './row-source.ts';
import type { DesignMethod } from '../design/design-settings.ts';

/** Most points that are tried in place of refused ones. */
const mostTries = 20_000_000;

/** How each method goes on beyond its own rows; the others have a structure that has no further points. */
const continuation: Partial<Record<DesignMethod, DesignMethod>> = {
  'monte-carlo': 'monte-carlo',
  'latin-hypercube': 'monte-carlo',
  sobol: 'sobol',
  halton: 'halton',
};

/**
 * Points that may stand in for refused ones: random designs go on with further rows of their streams, sequences with their
 * next points. A Latin hypercube takes random points, so it is Latin no more where some were replaced.
 * @param used how many points of the sequence or the streams are taken already
 * @returns undefined where the method has no further points
 */
export function furtherRows(
  spec: DesignSpec,
  completer: RowCompleter,
  used: number,
): RowSource | undefined {
  const method = continuation[spec.method];
  const own = spec.runs;
  if (method === undefined || own === undefined || spec.variables.length === 0) return undefined;
  const options = method === spec.method ? spec.options : {};
  const design = createDesign({ ...spec, method, options });
  return {
    rowCount: Math.min(mostTries, Math.max(10_000, own * 200)),
    block: (start, count) => completer.complete(design.block(used + start, count), count),
  };
}
