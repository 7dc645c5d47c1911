import { createDesign, designMethods, type DesignSpec } from '../design/index.ts';
import { assertNever } from '../errors.ts';
import { leastTries } from './refuse-rows.ts';
import type { RowCompleter } from './complete-rows.ts';
import type { RowSource } from './row-source.ts';

/** Most points that are tried in place of refused ones: about a minute; a search that is too slow ends before. */
const mostTries = 250_000_000;

/** So many for each row find the points of a region that holds a thousandth of all. */
const triesOfRow = 2000;

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
    rowCount: Math.min(mostTries, Math.max(leastTries, own * triesOfRow)),
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
