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

/** Which runs there are. */
interface Standing {
  readonly accepted: readonly boolean[];
  /** 1 for a run that isn't collected yet; absent for none. */
  readonly toCome?: Uint8Array | undefined;
}

/**
 * What missing runs do to the statistics, and missing values of single responses.
 * @param responses over all runs, NaN where a run isn't accepted or gave nothing
 * @returns sentences, and the numbers of the runs that the design's own estimators miss
 */
export function describeMissingRuns(
  responses: readonly NumericColumn[],
  bias: readonly FailureBias[],
  { accepted, toCome }: Standing,
  structure: StudyStructure | undefined,
): { readonly warnings: readonly string[]; readonly runsToRepeat: readonly number[] } {
  const missing = accepted.flatMap((isAccepted, row) =>
    isAccepted || toCome?.[row] === 1 ? [] : [row + 1],
  );
  const gaps = gapsOf(responses, accepted);
  const left = toCome?.reduce((sum, one) => sum + one, 0) ?? 0;
  const done = accepted.filter(Boolean).length;
  const rowStructure = rowStructureOf(structure);
  const damage = rowStructure ? damages[rowStructure] : fewer;
  const effect = damage.effect(structure?.method ?? '');
  const warnings = [
    ...(left === 0
      ? []
      : [
          `${left} of ${accepted.length} runs are not collected yet: all results are of those that are, and may change.`,
        ]),
    ...bias.map(
      (found) =>
        `${capital(biasedRuns(found))} go together with ${describeBias(found)} (${describeTest(found)}): ${
          found.responses
            ? 'its means, percentiles and correlations describe the runs that gave it'
            : 'means, percentiles and correlations describe the runs that succeeded'
        }, not the whole design.`,
    ),
    ...(missing.length === 0
      ? []
      : [
          `${missing.length} of ${accepted.length} runs are missing: ${
            done > 0
              ? effect
              : left > 0
                ? 'no run has a result yet.'
                : 'no run is left, so there are no results.'
          }`,
        ]),
    ...gaps.map(
      ({ names, runs }) =>
        `${runs.length} of ${done} runs that are done gave no value of ${names.join(', ')}: ${runs.length < done ? `for it, ${effect}` : 'there are no results of it.'}`,
    ),
  ];
  const repeated = new Set([...missing, ...gaps.flatMap(({ runs }) => runs)]);
  return {
    warnings,
    runsToRepeat: damage.isWorthRepeating ? [...repeated].sort((a, b) => a - b) : [],
  };
}

/** Responses that accepted runs gave no value of, those that lack the same runs together. */
function gapsOf(
  responses: readonly NumericColumn[],
  accepted: readonly boolean[],
): readonly { readonly names: readonly string[]; readonly runs: readonly number[] }[] {
  const gaps = new Map<string, { readonly names: string[]; readonly runs: readonly number[] }>();
  for (const { name, values } of responses) {
    const runs = accepted.flatMap((isAccepted, row) =>
      isAccepted && !Number.isFinite(values[row]) ? [row + 1] : [],
    );
    if (runs.length === 0) continue;
    const gap = gaps.get(runs.join(' ')) ?? { names: [], runs };
    gap.names.push(name);
    gaps.set(runs.join(' '), gap);
  }
  return [...gaps.values()];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
