import { createDesign, designMethods, type DesignSpec } from '../design/index.ts';
import { assertNever } from '../errors.ts';
import type { RowCompleter } from './complete-rows.ts';
import type { RowSource } from './row-source.ts';

/** Most points that are tried in place of refused ones. */
const mostTries = 20_000_000;

/**
 * Points that may replace refused ones: random designs take further rows of their streams, sequences their next points. A Latin
 * hypercube takes random points, so it is no longer Latin where some were replaced.
 * @param used how many points of the sequence or the streams are taken already
 * @returns undefined where the method has no further points
 */
export function furtherRows(
  spec: DesignSpec,
  completer: RowCompleter,
  used: number,
): RowSource | undefined {
  const source = replacementSpec(spec);
  const own = spec.runs;
  if (source === undefined || own === undefined || spec.variables.length === 0) return undefined;
  const design = createDesign(source);
  return {
    rowCount: Math.min(mostTries, Math.max(10_000, own * 200)),
    block: (start, count) => completer.complete(design.block(used + start, count), count),
  };
}

/** The design whose rows replace refused ones. */
function replacementSpec(spec: DesignSpec): DesignSpec | undefined {
  const { replacement } = designMethods[spec.method];
  switch (replacement) {
    case 'next-rows':
      return spec;
    case 'random-rows':
      return { ...spec, method: 'monte-carlo', options: {} };
    case 'none':
      return undefined;
    default:
      return assertNever(replacement);
  }
}
