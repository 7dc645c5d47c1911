import { createConference } from '../conference.ts';
import type { DesignMethodEntry } from '../method-entry.ts';
import { pointsAtCodes } from '../points.ts';

/**
 * Definitive screening: the rows of a conference matrix, each followed by its mirror image, then the centre. Main effects are free of
 * interactions of two and of curvature, and curvature shows. Rows of an odd number of variables, or of one that has no matrix, are
 * those of the next number that has one. `extraColumns` (2 or 4 are usual) leaves out as many columns more, for better estimates.
 * @see B. Jones, C. J. Nachtsheim (2011), doi:10.1080/00224065.2011.11917841; L. Xiao, D. K. J. Lin, F. Bai (2012),
 * doi:10.1080/00224065.2012.11917887
 */
export const definitiveScreening: DesignMethodEntry = {
  title: 'Definitive screening',
  kind: 'whole',
  structure: 'balanced',
  replacement: 'none',
  when: 'screening of four or more continuous variables, with curvature, in few runs',
  runs: '2 m + centerPoints; m = d + extraColumns, to the next even number with a conference matrix',
  reference: 'doi:10.1080/00224065.2011.11917841',
  options: ['extraColumns', 'centerPoints'],
  otherNames: ['dsd'],
  create: (context) => {
    const d = context.variables.length;
    if (d < 3) context.refuse('method', 'used with at least 3 variables', 'take central-composite');
    const extra = context.integer('extraColumns', [0, 1000], 0);
    const centres = context.integer('centerPoints', [1, 1000], 1);
    let order = 2 * Math.ceil(Math.max(4, d + extra) / 2);
    let entry = createConference(order);
    while (entry === undefined) entry = createConference((order += 2));
    const at = entry;
    const rows = context.structureRuns(2 * order + centres);
    return pointsAtCodes(context, rows, (variable, row) => {
      if (row >= 2 * order) return 0;
      // Adding 0 turns the mirror image of 0 from -0 into 0.
      return (row % 2 === 0 ? 1 : -1) * at(row >> 1, variable) + 0;
    });
  },
};
