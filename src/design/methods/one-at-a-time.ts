import type { DesignMethodEntry } from '../method-entry.ts';
import { pointsAtCodes } from '../points.ts';

/** The centre, then each variable alone at `steps` places below and above it, from low to high. */
export const oneAtATime: DesignMethodEntry = {
  title: 'One at a time',
  kind: 'whole',
  structure: 'one-at-a-time',
  replacement: 'none',
  when: 'a first look: which way does the response move, and does the model run at the ends',
  runs: '1 + 2 d steps',
  options: ['steps'],
  otherNames: ['oat', 'ofat', 'axial', 'star'],
  create: (context) => {
    const steps = context.integer('steps', [1, 1000], 1);
    const d = context.variables.length;
    const rows = context.structureRuns(1 + 2 * d * steps);
    return pointsAtCodes(context, rows, (variable, row) => {
      if (row === 0 || Math.floor((row - 1) / (2 * steps)) !== variable) return 0;
      const place = (row - 1) % (2 * steps);
      return (place < steps ? place - steps : place - steps + 1) / steps;
    });
  },
};
