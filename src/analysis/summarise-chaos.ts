import { chaosIndices } from './chaos/chaos-indices.ts';
import { chaosLevels, type ChaosLevel } from './chaos/chaos-levels.ts';
import { polynomialChaos } from './chaos/polynomial-chaos.ts';
import { cellsOfCase, eachCase } from './each-case.ts';
import type { NumericColumn, StudyColumn, StudyStructure } from './study-table.ts';

/** A polynomial chaos of a response and what follows from it. */
export interface ChaosSummary {
  readonly response: string;
  readonly case?: number;
  /** Runs used. */
  readonly runs: number;
  readonly degree: number;
  /** Terms that could be chosen, and that were. */
  readonly candidates: number;
  readonly terms: readonly {
    /** Degree in each of `inputs`. */
    readonly degrees: readonly number[];
    readonly coefficient: number;
  }[];
  readonly inputs: readonly string[];
  /** Polynomials of each input. */
  readonly families: readonly ('Legendre' | 'Hermite' | 'discrete')[];
  readonly r2: number;
  /** 1 less the leave-one-out error as a share of the variance. */
  readonly q2: number;
  readonly mean: number;
  readonly standardDeviation: number;
  /** Absent where the inputs aren't independent. */
  readonly indices?: readonly {
    readonly input: string;
    readonly first: number;
    readonly total: number;
  }[];
  /** Shares of two inputs together beyond each alone, largest first. */
  readonly second?: readonly {
    readonly inputs: readonly [string, string];
    readonly value: number;
  }[];
  /** Probabilities of the response levels that the study asks for. */
  readonly levels?: readonly ChaosLevel[];
}

/** Terms beyond this many are left out of the summary, smallest coefficients first. */
const mostTerms = 200;

/** @param responses columns over all runs, NaN where a run doesn't count; each case by itself */
export function summariseChaos(
  responses: readonly NumericColumn[],
  inputs: readonly StudyColumn[],
  { variables, distributions = {}, cases = 1, seed, dependence, settings = {} }: StudyStructure,
): readonly ChaosSummary[] {
  const used = variables.flatMap((name) => {
    const column = inputs.find((input) => input.name === name);
    const distribution = distributions[name];
    return column && distribution
      ? [{ name, distribution, cells: cellsOfCase(column.values, cases) }]
      : [];
  });
  if (used.length === 0 || used.length < variables.length) return [];
  const names = used.map(({ name }) => name);
  return eachCase(responses, cases).flatMap(({ name, values, label }) => {
    const chaos = polynomialChaos(
      used.map(({ cells }) => cells),
      used.map(({ distribution }) => distribution),
      values,
      settings.chaosDegree === undefined ? {} : { degree: settings.chaosDegree },
    );
    const found = chaos && chaosIndices(chaos);
    if (!chaos || !found || !Number.isFinite(chaos.q2)) return [];
    const asked = settings.levels?.[name]?.response ?? [];
    const { count, degree, candidates, terms, families, r2, q2 } = chaos;
    return [
      {
        response: name,
        ...label,
        runs: count,
        degree,
        candidates,
        terms: terms
          .toSorted((a, b) => Math.abs(b.coefficient) - Math.abs(a.coefficient))
          .slice(0, mostTerms),
        inputs: names,
        families,
        r2,
        q2,
        mean: found.mean,
        standardDeviation: Math.sqrt(found.variance),
        ...(dependence === undefined
          ? {
              indices: names.map((input, j) => ({
                input,
                first: found.first[j] ?? 0,
                total: found.total[j] ?? 0,
              })),
              second: found.second.map(({ j, k, value }) => ({
                inputs: [names[j] ?? '', names[k] ?? ''] as const,
                value,
              })),
              ...(asked.length > 0 ? { levels: chaosLevels(chaos, used, asked, seed) } : {}),
            }
          : {}),
      },
    ];
  });
}
