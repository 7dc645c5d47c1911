import type { Cell } from '../../design/cell.ts';
import { centre } from '../centre.ts';
import { factorContrasts, productsOf, type FactorColumns } from './factor-contrasts.ts';
import { countReplicates, lackOfFit } from './lack-of-fit.ts';
import { leftOutInteractions } from './left-out.ts';
import { fitTerms, tableOf, type Anova, type Term } from './type-two-table.ts';

/** More multiplications than this are not spent on interactions. */
const mostWork = 5e8;

/**
 * Main effects and interactions of two, with sums of squares of type II, which for a balanced design are the textbook's and with missing
 * runs still compare like with like. Where interactions would leave no residual, they are its measure.
 * @param factors columns of levels, numbers or texts
 * @param response NaN where a run gave none
 * @param blocks contrasts between the blocks of the design, which are taken out before all terms
 * @returns undefined where main effects leave no residual or the response is constant
 * @see D. C. Montgomery, Design and Analysis of Experiments, ISBN 978-1-119-49244-3; type II: F. Yates (1934), doi:10.1080/01621459.1934.10502686
 */
export function anova(
  factors: readonly (Float64Array | readonly Cell[])[],
  response: Float64Array,
  blocks: readonly Float64Array[] = [],
): Anova | undefined {
  const rows = Array.from(response.keys()).filter((row) => Number.isFinite(response[row]));
  const y = Float64Array.from(rows, (row) => response[row] ?? NaN);
  const { values: centred, scale } = centre(y);
  const between = blocks.map((column) => Float64Array.from(rows, (row) => column[row] ?? NaN));
  const levels = factors.map((column) => rows.map((row) => column[row] ?? ''));
  const contrasts = factorContrasts(levels);
  if (!contrasts) return undefined;
  const mains = contrasts.factors.flatMap(({ own }, index) =>
    own.length > 0 ? [{ factors: [index], size: own.length, columns: () => own }] : [],
  );
  const { curvature } = contrasts;
  const alone: readonly Term[] = [
    ...mains,
    ...(curvature
      ? [
          {
            ...{ factors: curvature.factors, size: 1, isCurvature: true as const },
            columns: () => [curvature.column],
          },
        ]
      : []),
  ];
  const pairs = mains.flatMap(({ factors: [i = 0] }, place) =>
    mains.slice(place + 1).map(({ factors: [j = 0] }): Term => {
      const [left, right] = [i, j].map((factor) => contrasts.factors[factor]?.crossed ?? []);
      const [own, other] = [left ?? [], right ?? []];
      return {
        ...{ factors: [i, j], size: own.length * other.length },
        columns: () => productsOf(own, other),
      };
    }),
  );
  const all = [...alone, ...pairs];
  const parameters = 1 + between.length + all.reduce((sum, { size }) => sum + size, 0);
  const work = parameters ** 2 * (y.length + parameters * all.length);
  const isTooLarge = work > mostWork;
  let pooled = isTooLarge ? pairs.map(pairOf) : [];
  const candidates = isTooLarge ? [alone] : [all, alone];
  for (const terms of candidates) {
    const parameterCount = 1 + between.length + terms.reduce((sum, { size }) => sum + size, 0);
    if (terms.length === 0 || parameterCount ** 2 * y.length > mostWork) return undefined;
    const fit = fitTerms(terms, y.length, between);
    const freedom = y.length - fit.basis.columns.length;
    if (freedom < 1) {
      pooled = terms.flatMap(({ factors: [i, j], isCurvature }, index) =>
        isCurvature !== true && i !== undefined && j !== undefined && (fit.own[index] ?? 0) > 0
          ? [[i, j] as const]
          : [],
      );
      continue;
    }
    const table = tableOf(terms, fit, centred, freedom, scale, rows);
    if (!table) return undefined;
    const chance = lackOfFit(levels, table.residuals.values, freedom);
    // Runs at two levels have all their contrasts among the effects, and of what is pooled is told by itself.
    const isToldElsewhere = pooled.length > 0 || contrasts.factors.every(hasTwoLevels);
    const replicates = countReplicates(levels, y.length);
    const leftOut =
      isToldElsewhere || table.isExact || replicates.count > 0
        ? []
        : leftOutInteractions(contrasts.factors, fit, centred);
    const isInParts = mains.length > 1 && contrasts.factors.some(isCrossedInPart);
    const isHigher = freedom > replicates.count;
    return {
      ...table,
      ...(chance === undefined ? {} : { lackOfFit: chance }),
      ...{ pooled, leftOut, replicates },
      unseen:
        pooled.length > 0 || table.isExact
          ? 'none'
          : isInParts
            ? 'parts'
            : isHigher
              ? 'higher'
              : 'none',
    };
  }
  return undefined;
}

function hasTwoLevels({ own }: FactorColumns): boolean {
  return own.length < 2;
}

function isCrossedInPart({ own, crossed }: FactorColumns): boolean {
  return crossed.length < own.length;
}

function pairOf({ factors: [i = -1, j = -1] }: Term): readonly [number, number] {
  return [i, j];
}
