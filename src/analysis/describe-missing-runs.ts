import type { RowStructure } from '../design/index.ts';
import { biasedRuns, describeBias, describeTest, type FailureBias } from './describe-bias.ts';
import { rowStructureOf, type NumericColumn, type StudyStructure } from './study-table.ts';

/** What missing runs do to a design whose rows belong together. */
interface Damage {
  /** The second half of the sentence that begins with how many runs are missing. */
  readonly effect: (method: string) => string;
  /** Whether repeating the missing runs makes the design whole again. */
  readonly isWorthRepeating: boolean;
}

const unbalanced: Damage = {
  effect: (method) =>
    `the ${method} design is no longer balanced, so level means also contain effects of other inputs; effects and regressions use the runs that are left.`,
  isWorthRepeating: true,
};

const fewer: Damage = {
  effect: () =>
    'no result needs a certain run, so all are of the runs that are left, and less certain for it.',
  isWorthRepeating: false,
};

/** By structure of the rows. */
const damages: Readonly<Record<RowStructure, Damage>> = {
  independent: fewer,
  even: {
    effect: (method) =>
      `the runs that are left of the ${method} design no longer cover each variable evenly.`,
    isWorthRepeating: false,
  },
  balanced: unbalanced,
  'one-at-a-time': unbalanced,
  trajectories: {
    effect: () =>
      'each missing run costs two elementary effects; the number of effects is given for each variable.',
    isWorthRepeating: true,
  },
  'pick-freeze': {
    effect: () =>
      "each Sobol' index uses only the blocks that have all its runs; the number of these blocks is given with it.",
    isWorthRepeating: true,
  },
};

/**
 * What missing runs do to the statistics.
 * @param responses over all runs, NaN where a run isn't accepted or gave nothing
 * @returns sentences, and the numbers of the runs that the design's own estimators miss
 */
export function describeMissingRuns(
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
      `${capital(biasedRuns(found))} go together with ${describeBias(found)} (${describeTest(found)}): ${
        found.responses
          ? 'its means, percentiles and correlations describe the runs that gave it'
          : 'means, percentiles and correlations describe the runs that succeeded'
      }, not the whole design.`,
  );
  const rowStructure = rowStructureOf(structure);
  if (missing.length === 0) return { warnings, runsToRepeat: [] };
  const damage = rowStructure ? damages[rowStructure] : fewer;
  const count = `${missing.length} of ${accepted.length} runs are missing`;
  return {
    warnings: [...warnings, `${count}: ${damage.effect(structure?.method ?? '')}`],
    runsToRepeat: damage.isWorthRepeating ? missing : [],
  };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
