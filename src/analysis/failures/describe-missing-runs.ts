import type { RowStructure } from '../../design/index.ts';
import { absentWords, countAbsent } from '../../run/absent-runs.ts';
import { biasedRuns, describeBias, describeTest, type FailureBias } from './describe-bias.ts';
import {
  rowStructureOf,
  type NumericColumn,
  type StudyStructure,
  type StudyTable,
} from '../study-table.ts';

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
  /** Absent where nobody says. */
  readonly absences?: StudyTable['absences'] | undefined;
}

/**
 * What missing runs do to the statistics, and missing values of single responses.
 * @param responses over all runs, NaN where a run isn't accepted or gave nothing
 * @returns sentences, and the numbers of the runs that the design's own estimators miss
 */
export function describeMissingRuns(
  responses: readonly NumericColumn[],
  bias: readonly FailureBias[],
  { accepted, absences = [] }: Standing,
  structure: StudyStructure | undefined,
): { readonly warnings: readonly string[]; readonly runsToRepeat: readonly number[] } {
  const missing = accepted.flatMap((isAccepted, row) =>
    isAccepted || absences[row] === 'not run yet' ? [] : [row + 1],
  );
  const gaps = gapsOf(responses, accepted);
  const absent = countAbsent(absences);
  const isToCome = absent.some(({ why }) => why === 'not run yet');
  const done = accepted.filter(Boolean).length;
  const rowStructure = rowStructureOf(structure);
  const damage = rowStructure ? damages[rowStructure] : fewer;
  const effect = damage.effect(structure?.method ?? '');
  const reasons = absent.length === 0 ? '' : ` (${absentWords(absent)})`;
  const sentences = [
    ...(isToCome ? ['all results are of those that are done, and may change.'] : []),
    ...(missing.length === 0 ? [] : [isToCome ? capital(effect) : effect]),
  ];
  const warnings = [
    ...bias.map(
      (found) =>
        `${capital(biasedRuns(found))} go together with ${describeBias(found)} (${describeTest(found)}): ${
          found.responses
            ? 'its means, percentiles and correlations describe the runs that gave it'
            : 'means, percentiles and correlations describe the runs that succeeded'
        }, not the whole design.`,
    ),
    ...(done === accepted.length
      ? []
      : [
          `${accepted.length - done} of ${accepted.length} runs are missing${reasons}: ${
            done > 0
              ? sentences.join(' ')
              : isToCome
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
