/**
 * Designs of experiments: which points a study runs. Pure: knows no files, expressions or platform.
 * Rounding, derived variables and feasibility come later, in planning.
 */
export { designCatalogue, designMethods } from './catalogue.ts';
export { createDesign } from './create-design.ts';
export { describeTies } from './describe-ties.ts';
export { looksForTies } from './tied-inputs.ts';
export { extendDesign, type Growth } from './growth/extend-design.ts';
export type { Design, DesignColumn, DesignSpec, DesignVariable } from './design.ts';
export type { DesignMethodEntry, RowStructure } from './method-entry.ts';
