import { basesOfBlocks } from './sobol/bases-of-blocks.ts';
import { eachCase } from './each-case.ts';
import { morrisDoubts } from './morris/morris-doubts.ts';
import { widthDoubts } from './morris/morris-widths.ts';
import { elementaryEffects, morrisEffects, type MorrisEffect } from './morris/morris-effects.ts';
import { movedVariables } from './morris/moved-variables.ts';
import { pickFreezeBlocks } from './sobol/pick-freeze.ts';
import { repeatedTrajectories } from './morris/repeated-trajectories.ts';
import { scramblingsOfBlocks } from './sobol/scramblings-of-blocks.ts';
import { sobolIndices, type SobolIndex } from './sobol/sobol-indices.ts';
import type { NumericColumn, StudyColumn, StudyStructure } from './study-table.ts';

/** Sobol' indices of a response from Saltelli blocks, by the variables' names. */
export interface SobolSummary {
  readonly response: string;
  /** From 1, where there are several. */
  readonly case?: number;
  readonly blocks: number;
  /** Independent scramblings that they are of, whose scatter the intervals come from; absent for one. */
  readonly scramblings?: number;
  /** Base samples that they are of, where some are run several times. */
  readonly baseSamples?: number;
  readonly indices: readonly {
    readonly variable: string;
    readonly first?: SobolIndex;
    readonly total?: SobolIndex;
  }[];
  readonly second: readonly {
    readonly variables: readonly [string, string];
    readonly index: SobolIndex;
  }[];
}

/** Morris' measures of a response. */
export interface MorrisSummary {
  readonly response: string;
  readonly case?: number;
  /** Inputs that were moved. */
  readonly inputs: number;
  readonly effects: readonly MorrisEffect[];
}

/** Morris' measures with what speaks against them beyond what they show. */
export interface JudgedMorris {
  readonly result: MorrisSummary;
  readonly doubts: readonly string[];
}

/**
 * @param responses columns over all runs, NaN where a run isn't accepted
 * @param inputs columns over all runs
 */
export function summariseSobol(
  responses: readonly NumericColumn[],
  inputs: readonly StudyColumn[],
  structure: StudyStructure,
): readonly SobolSummary[] {
  const { variables, options, seed, cases = 1, settings = {} } = structure;
  const { resamples = 100, confidence = 0.95 } = settings;
  return eachCase(responses, cases).flatMap(({ name, values, label }) => {
    const blocks = pickFreezeBlocks(
      values.length,
      variables.length,
      options['secondOrder'] === true,
    );
    if (!blocks) return [];
    const bases = basesOfBlocks(inputs, blocks, structure);
    // Blocks that a table repeats don't take scramblings in turn.
    const isRepeated = bases !== undefined && (structure.replicates ?? 1) === 1;
    const scramblings = isRepeated ? 1 : scramblingsOfBlocks(inputs, blocks, structure);
    const settled = { resamples, confidence, seed };
    const found = sobolIndices(values, blocks, settled, { scramblings, bases });
    return [
      {
        response: name,
        ...label,
        blocks: blocks.count,
        ...(scramblings > 1 ? { scramblings } : {}),
        ...(bases ? { baseSamples: bases.count } : {}),
        indices: variables.map((variable, j) => {
          const [first, total] = [found.first[j], found.total[j]];
          return { variable, ...(first ? { first } : {}), ...(total ? { total } : {}) };
        }),
        second: found.second.map(({ j, k, index }) => ({
          variables: [variables[j] ?? '', variables[k] ?? ''] as const,
          index,
        })),
      },
    ];
  });
}

/** @param inputs columns over all runs, among them the drawn variables */
export function summariseMorris(
  responses: readonly NumericColumn[],
  inputs: readonly StudyColumn[],
  structure: StudyStructure,
): readonly JudgedMorris[] {
  const moved = movedVariables(inputs, structure);
  // Rows of a trajectory can't be told apart where a moved variable is missing.
  if (moved.length < structure.variables.length) return [];
  const { cases = 1 } = structure;
  const repeated = repeatedTrajectories(moved, structure);
  return eachCase(responses, cases).map(({ name, values, label }) => {
    const own = elementaryEffects(moved, values);
    const effects = morrisEffects(own, structure.settings?.confidence);
    return {
      result: { response: name, ...label, inputs: moved.length, effects },
      doubts: [...repeated, ...morrisDoubts(moved, values, effects), ...widthDoubts(own, effects)],
    };
  });
}
