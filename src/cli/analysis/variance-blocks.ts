import type { Block } from '../output/view.ts';
import type { Summary } from './summary.ts';
import { chance, five, titled } from './titled-table.ts';

/** The variance table of each response. */
export function varianceBlocks({ anova = [] }: Summary): readonly Block[] {
  return anova.flatMap(({ response, terms, residual, total, blocks, aliased }) => [
    ...titled(`Analysis of variance of ${response}`, {
      kind: 'table',
      head: ['inputs', 'df', 'sum of squares', 'share', 'F', 'p'],
      rows: [
        ...(blocks === undefined
          ? []
          : [
              [
                'blocks',
                String(blocks.freedom),
                five(blocks.sumOfSquares),
                blocks.share.toFixed(4),
                '',
                '',
              ],
            ]),
        ...terms.map((term) => [
          term.isCurvature === true ? 'curvature' : term.inputs.join(' x '),
          String(term.freedom),
          five(term.sumOfSquares),
          term.share.toFixed(4),
          five(term.f),
          chance(term.pValue),
        ]),
        ['residual', String(residual.freedom), five(residual.sumOfSquares), '', '', ''],
        ['total', String(total.freedom), five(total.sumOfSquares), '', '', ''],
      ],
    }),
    ...(aliased.length === 0
      ? []
      : [
          {
            kind: 'text',
            lines: [
              `cannot be separated from the terms above: ${aliased.map((pair) => pair.join(' x ')).join(', ')}`,
            ],
          } as const,
        ]),
  ]);
}
