import type { DesignMethodEntry } from '../method-entry.ts';
import { pointsAtCodes } from '../points.ts';
import { findFraction, signAt } from '../two-level-columns.ts';

/**
 * Central composite design: corners, axis points at distance alpha, centre points, in this order. `shape`: `inscribed` (default: axis
 * points on the bounds), `faced` (alpha 1), `circumscribed` (corners on the bounds, axis points outside). `alpha`: `rotatable`
 * (default), `orthogonal` (squares uncorrelated), or a number of at least 1. `corners: fraction` takes a resolution V fraction of them.
 * @see G. E. P. Box, K. B. Wilson (1951), doi:10.1111/j.2517-6161.1951.tb00067.x
 */
export const centralComposite: DesignMethodEntry = {
  title: 'Central composite',
  kind: 'whole',
  structure: 'balanced',
  replacement: 'none',
  when: 'a quadratic response surface on two to eight variables',
  runs: '2^d + 2 d + centerPoints',
  reference: 'doi:10.1111/j.2517-6161.1951.tb00067.x',
  options: ['shape', 'alpha', 'centerPoints', 'corners'],
  otherNames: ['cc', 'ccd', 'cci', 'ccf', 'cc_design', 'box_wilson'],
  create: (context) => {
    const d = context.variables.length;
    const shape = context.choice('shape', ['inscribed', 'faced', 'circumscribed'], 'inscribed');
    const centres = context.integer('centerPoints', [0, 1000], 1);
    const part = context.choice('corners', ['full', 'fraction'], 'full');
    if (d > 16) context.refuse('corners', 'a design of at most 16 variables');
    let baseFactors = d;
    let masks: readonly number[] = Array.from({ length: d }, (_, bit) => 1 << bit);
    for (let base = 1; part === 'fraction' && base < d; base += 1) {
      const found = findFraction(d, base, 5);
      if (!found) continue;
      [masks, baseFactors] = [found, base];
      break;
    }
    const corners = 2 ** baseFactors;
    const rows = context.structureRuns(corners + 2 * d + centres);
    const alpha = shape === 'faced' ? 1 : readAlpha(context, corners, d, centres);
    const [corner, axis] = shape === 'inscribed' ? [1 / alpha, 1] : [1, alpha];
    const notes =
      shape === 'circumscribed' && alpha > 1
        ? [
            `Axis points lie ${alpha.toPrecision(4)} times as far out as the bounds of the variables.`,
          ]
        : [];
    const codeAt = (variable: number, row: number): number => {
      if (row < corners) return corner * signAt(masks[variable] ?? 0, row);
      const place = row - corners;
      if (place >= 2 * d || place >> 1 !== variable) return 0;
      return place % 2 === 0 ? -axis : axis;
    };
    return pointsAtCodes(context, rows, codeAt, notes);
  },
};

function readAlpha(
  context: Parameters<DesignMethodEntry['create']>[0],
  corners: number,
  d: number,
  centres: number,
): number {
  const given = context.option('alpha') ?? 'rotatable';
  if (given === 'rotatable') return corners ** 0.25;
  if (given === 'orthogonal') {
    const total = corners + 2 * d + centres;
    return Math.sqrt((Math.sqrt(total * corners) - corners) / 2);
  }
  if (typeof given === 'number' && given >= 1 && given <= 100) return given;
  return context.refuse('alpha', 'rotatable, orthogonal or a number from 1 to 100');
}
