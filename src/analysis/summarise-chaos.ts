import type { RowStructure } from '../design/index.ts';
import { chaosIndices, type ChaosIndex } from './chaos/chaos-indices.ts';
import { chaosLevels, type ChaosLevel, type ChaosLevels } from './chaos/chaos-levels.ts';
import { polynomialChaos, type PolynomialChaos } from './chaos/polynomial-chaos.ts';
import { polynomialFamilies } from './chaos/polynomial-families.ts';
import { usableRows } from './chaos/usable-rows.ts';
import type { Interval } from './confidence-intervals.ts';
import { roundedDistribution } from './chaos/rounded-distribution.ts';
import { roundingDoubts } from './chaos/rounding-doubts.ts';
import { heldInputs, sampleDoubts } from './chaos/sample-doubts.ts';
import { noExpansion } from './chaos/no-expansion.ts';
import { cellsOfCase, eachCase } from './each-case.ts';
import { entriesAt, sampleRows, type FitSample } from './fit-sample.ts';
import { openDoubt } from './chaos/open-doubt.ts';
import type { JudgedResult } from './judges/judged-result.ts';
import {
  rowStructureOf,
  type NumericColumn,
  type StudyColumn,
  type StudyStructure,
} from './study-table.ts';
import { widestInterval } from './widest-interval.ts';

/** A polynomial chaos of a response and what follows from it. */
export interface ChaosSummary {
  readonly response: string;
  readonly case?: number;
  /** Runs used. */
  readonly runs: number;
  /** Absent where they are all that gave a value. */
  readonly sample?: FitSample;
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
  readonly families: PolynomialChaos['families'];
  readonly r2: number;
  /** 1 less the leave-one-out error as a share of the variance. */
  readonly q2: number;
  readonly mean: number;
  readonly standardDeviation: number;
  /** Inputs that the runs show nothing of, and why; absent where there are none. */
  readonly leftOut?: ReturnType<typeof heldInputs>;
  /** Of all inputs but those left out. Absent where the inputs aren't independent. */
  readonly indices?: readonly {
    readonly input: string;
    readonly first: number;
    readonly total: number;
    /** By a bootstrap of the fit; they also hold what its error could do, on runs left out and where few runs are. */
    readonly firstInterval?: Interval;
    readonly totalInterval?: Interval;
  }[];
  /** Shares of two inputs together beyond each alone, largest first. */
  readonly second?: readonly {
    readonly inputs: readonly [string, string];
    readonly value: number;
  }[];
  /** Probabilities of the response levels that the study asks for. */
  readonly levels?: readonly ChaosLevel[];
  /** Levels whose probability the expansion can't be trusted with. */
  readonly levelsLeftOut?: ChaosLevels['leftOut'];
}

/** Terms beyond this many are left out of the summary, smallest coefficients first. */
const mostTerms = 200;

/** Rows that follow the distributions of the inputs, so that the share of runs below a level estimates its probability. */
const drawsFromDistributions = new Set<RowStructure | undefined>(['independent', 'even']);

/**
 * Each with what speaks against it; of a response without an expansion, why there is none.
 * @param responses columns over all runs, NaN where a run doesn't count; each case by itself
 */
export function summariseChaos(
  responses: readonly NumericColumn[],
  inputs: readonly StudyColumn[],
  structure: StudyStructure,
): readonly JudgedResult<ChaosSummary>[] {
  const {
    variables,
    distributions = {},
    formats = {},
    cases = 1,
    seed,
    dependence,
    settings = {},
  } = structure;
  const { resamples = 100, confidence = 0.95 } = settings;
  const isDrawn = drawsFromDistributions.has(rowStructureOf(structure));
  const used = variables.flatMap((name) => {
    const column = inputs.find((input) => input.name === name);
    const distribution = distributions[name];
    return column && distribution
      ? [
          {
            name,
            ...roundedDistribution(distribution, formats[name]),
            cells: cellsOfCase(column.values, cases),
          },
        ]
      : [];
  });
  if (used.length === 0 || used.length < variables.length) return [];
  const names = used.map(({ name }) => name);
  return eachCase(responses, cases).map((response): JudgedResult<ChaosSummary> => {
    const { name, label } = response;
    const { rows, sample } = sampleRows(response.values, structure) ?? {};
    const values = entriesAt(response.values, rows);
    const sampled = sample ? { sample } : {};
    const columns = used.map(({ cells }) => entriesAt(cells, rows));
    const drawn = used.map(({ distribution }) => distribution);
    const chaos = polynomialChaos(
      columns,
      drawn,
      values,
      settings.chaosDegree === undefined ? {} : { degree: settings.chaosDegree },
    );
    const found = chaos && chaosIndices(chaos, { resamples, confidence, seed });
    if (!chaos || !found || !Number.isFinite(chaos.q2)) {
      const runs = values.filter(Number.isFinite);
      return {
        response: name,
        ...label,
        used: sample?.of ?? runs.length,
        ...sampled,
        doubts: [
          noExpansion(
            runs,
            () =>
              usableRows(
                drawn.map((own) => polynomialFamilies(own)[0]),
                columns,
                values,
              ).length,
          ),
        ],
      };
    }
    const leftOut = heldInputs(chaos, used);
    const draws = drawsOf(chaos, structure);
    const rounding = roundingDoubts(chaos, used, draws);
    const asked = settings.levels?.[name]?.response ?? [];
    const levels =
      dependence === undefined && asked.length > 0
        ? levelsOf(
            found.unknown,
            asked,
            [...leftOut.map(({ input }) => `the runs hold ${input} at one value`), ...rounding],
            () =>
              chaosLevels(chaos, used, asked, {
                seed,
                confidence,
                ...(isDrawn ? { runs: values } : {}),
              }),
          )
        : undefined;
    const { count, degree, candidates, terms, families, r2, q2 } = chaos;
    const summary: ChaosSummary = {
      response: name,
      ...label,
      runs: count,
      ...sampled,
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
      standardDeviation: found.standardDeviation,
      ...(leftOut.length > 0 ? { leftOut } : {}),
      ...(dependence === undefined
        ? {
            indices: names.flatMap((input, j) =>
              leftOut.some((own) => own.input === input)
                ? []
                : [{ input, ...sharesOf(found.first[j], found.total[j]) }],
            ),
            second: found.second.map(({ j, k, value }) => ({
              inputs: [names[j] ?? '', names[k] ?? ''] as const,
              value,
            })),
          }
        : {}),
      ...(levels ? { levels: levels.levels, levelsLeftOut: levels.leftOut } : {}),
    };
    const doubts =
      dependence === undefined
        ? [...openDoubt(found, names, q2, widestInterval), ...sampleDoubts(chaos, used, draws)]
        : leftOut.map(({ input, reason }) => `${input} ${reason}`);
    const usable = sample ? sample.of : count;
    return {
      response: name,
      ...label,
      used: usable,
      ...sampled,
      result: summary,
      doubts: [...doubts, ...rounding],
    };
  });
}

/** How many values of each input were drawn; undefined where the design chooses them. Saltelli's blocks share those of A and B. */
function drawsOf({ count }: PolynomialChaos, structure: StudyStructure): number | undefined {
  const rows = rowStructureOf(structure);
  const of = Math.floor(count / (structure.replicates ?? 1));
  if (drawsFromDistributions.has(rows)) return of;
  return rows === 'pick-freeze' ? Math.floor(of / (structure.variables.length + 1)) : undefined;
}

/** Where an expansion may lack more of the variance, it tells no level: an error of a tenth of the standard deviation moves a tail's probability. */
const mostUnknown = 0.01;

/** None where an input is left out or rounded in another way, as probabilities are over all its values, and where the expansion may lack much. */
function levelsOf(
  unknown: number,
  asked: readonly number[],
  doubts: readonly string[],
  levels: () => ChaosLevels,
): ChaosLevels {
  const [doubt] = doubts;
  if (doubt === undefined && unknown <= mostUnknown) return levels();
  const lacking = unknown < 1 ? `${(100 * unknown).toPrecision(2)} % of` : 'all of';
  const reason =
    doubt ??
    `the expansion may lack ${lacking} the variance, on runs left out and where few runs are`;
  return { levels: [], leftOut: asked.map((response) => ({ response, reason })) };
}

function sharesOf(
  first: ChaosIndex = { value: 0 },
  total: ChaosIndex = { value: 0 },
): Omit<NonNullable<ChaosSummary['indices']>[number], 'input'> {
  return {
    first: first.value,
    total: total.value,
    ...(first.interval ? { firstInterval: first.interval } : {}),
    ...(total.interval ? { totalInterval: total.interval } : {}),
  };
}
