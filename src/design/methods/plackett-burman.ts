import { createNormalisedHadamard } from '../hadamard.ts';
import type { DesignMethodEntry } from '../method-entry.ts';
import { pointsAtCodes } from '../points.ts';

/**
 * Plackett-Burman design: main effects of up to n - 1 variables in n rows, n a multiple of 4, all columns orthogonal.
 * `foldover: true` adds the mirror image, which frees main effects from interactions of two.
 * @see R. L. Plackett, J. P. Burman (1946), doi:10.1093/biomet/33.4.305
 */
export const plackettBurman: DesignMethodEntry = {
  title: 'Plackett-Burman',
  kind: 'whole',
  structure: 'balanced',
  replacement: 'none',
  when: 'screening many variables for main effects with the fewest runs',
  runs: 'smallest n > d with n a multiple of 4; twice that with foldover',
  reference: 'doi:10.1093/biomet/33.4.305',
  options: ['foldover'],
  otherNames: ['pb', 'pbd', 'pb_design'],
  create: (context) => {
    const foldover = context.option('foldover') ?? false;
    if (typeof foldover !== 'boolean') context.refuse('foldover', 'true or false');
    let order = 4 * Math.ceil((context.variables.length + 1) / 4);
    let entry = createNormalisedHadamard(order);
    while (entry === undefined) entry = createNormalisedHadamard((order += 4));
    const at = entry;
    const rows = context.structureRuns(foldover === true ? 2 * order : order);
    return pointsAtCodes(context, rows, (variable, row) =>
      row < order ? at(row, variable + 1) : -at(row - order, variable + 1),
    );
  },
};
