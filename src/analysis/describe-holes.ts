import { kindOfMethod } from '../design/index.ts';
import { describeBias, type FailureBias } from './failure-bias.ts';
import type { NumericColumn, StudyStructure } from './study-table.ts';

/**
 * What missing runs do to the statistics.
 * @param responses over all runs, NaN where a run isn't accepted or gave nothing
 * @returns sentences, and the numbers of the runs that the design's own estimators miss
 */
export function describeHoles(
  responses: readonly NumericColumn[],
  bias: readonly FailureBias[],
  accepted: readonly boolean[],
  structure: StudyStructure | undefined,
): { readonly warnings: readonly string[]; readonly runsToRepeat: readonly number[] } {
  const missing = accepted.flatMap((isAccepted, row) =>
    isAccepted && responses.every(({ values }) => Number.isFinite(values[row])) ? [] : [row + 1],
  );
  const warnings = bias.map(
    (found) =>
      `Failures go together with ${describeBias(found)} (rank-sum share ${found.share.toFixed(2)}, p = ${found.pValue.toExponential(1)}): means, percentiles and correlations describe the runs that survived, not the design.`,
  );
  if (missing.length === 0) return { warnings, runsToRepeat: [] };
  const method = structure?.method;
  const kind = method === undefined ? undefined : kindOfMethod(method);
  const isStructured = kind === 'crossed' || kind === 'whole';
  const total = accepted.length;
  if (method === 'saltelli') {
    warnings.push(
      `${missing.length} of ${total} runs are missing: each Sobol' index is taken from the blocks that have all its runs, and its number of blocks is given beside it.`,
    );
  } else if (method === 'morris') {
    warnings.push(
      `${missing.length} of ${total} runs are missing: each costs two elementary effects; the number of effects is given for each variable.`,
    );
  } else if (method === 'latin-hypercube' || method === 'sobol' || method === 'halton') {
    warnings.push(
      `${missing.length} of ${total} runs are missing: the survivors of the ${method} design no longer cover each slice evenly.`,
    );
  } else if (isStructured) {
    warnings.push(
      `${missing.length} of ${total} runs are missing: the ${method} design is no longer balanced, so level means mix in other inputs; effects and regressions use the survivors.`,
    );
  }
  return { warnings, runsToRepeat: isStructured ? missing : [] };
}
