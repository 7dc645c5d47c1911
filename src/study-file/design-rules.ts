import type { DesignSettings } from '../design/design-settings.ts';
import { designSpecOf } from '../study/design-spec.ts';
import type { Variable } from '../study/study.ts';

/**
 * By which rules this version draws what a study file leaves open. Those of a study never change: it keeps the ones of the day it was started.
 *
 * 1. All Saltelli blocks are of one scrambled sequence.
 * 2. Those of five inputs and more are of 16.
 */
export const designRules = 2;

/** With so many inputs or more, columns of one sequence are tied to each other with any number of base samples. */
const manyInputs = 5;

/** With so many, Student's interval is a tenth wider than one that knows the spread; with more, each has fewer points to be even. */
const scramblingsOfMany = 16;

/** Of how many scramblings Saltelli blocks are where nothing is said; undefined for one. */
export function scramblingsOfNew(inputs: number): number | undefined {
  return inputs < manyInputs ? undefined : scramblingsOfMany;
}

/** The design with what its study file leaves open, by the rules that hold for the study. */
export function settleDesign(
  design: DesignSettings,
  variables: readonly Variable[],
  rules: number,
): DesignSettings {
  if (design.method !== 'saltelli' || rules < 2 || 'scramblings' in design.options) return design;
  const scramblings = scramblingsOfNew(designSpecOf({ design, variables }).variables.length);
  if (scramblings === undefined) return design;
  return { ...design, options: { ...design.options, scramblings } };
}
