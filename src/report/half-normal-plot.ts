import { figureBlock, slug } from './figure-block.ts';
import { formatNumber } from './format-number.ts';
import type { Block } from './report.ts';
import type { SectionInput } from './section-input.ts';
import { trustOf } from './trust-of.ts';

/** Fewer show no line. */
const fewestContrasts = 7;
/** With more, names would cover each other. */
const mostNames = 31;

/**
 * All contrasts of a two-level design by size over their places on a half-normal plot, where those that are chance lie on a line through 0.
 * @see C. Daniel (1959), doi:10.1080/00401706.1959.10489866
 */
export function halfNormalPlot(
  { summary, titleOf }: SectionInput,
  response: string,
): readonly Block[] {
  const found = summary.factorialEffects?.find((one) => one.response === response);
  if (found?.lenth === undefined) return [];
  const { effects, higher = [], lenth } = found;
  const points = [...effects, ...higher]
    .map(({ inputs, effect, halfNormal }) => ({
      ...{ x: halfNormal, y: Math.abs(effect), label: inputs.join(' × ') },
    }))
    .toSorted((one, other) => other.y - one.y);
  if (points.length < fewestContrasts) return [];
  return [
    figureBlock({
      id: slug('half-normal', response),
      title: `Half-normal plot of what moves ${response}`,
      caption: `A point for each of the ${points.length} contrasts of these runs${
        higher.length === 0 ? '' : ', products of three inputs and more among them'
      }: those that are chance lie on a line through 0, and what acts lies above it. By Lenth’s error, from these sizes alone, ${formatNumber(lenth.pseudoStandardError)}, one beyond ${formatNumber(lenth.marginOfError)} is no chance with 95 %, and beyond ${formatNumber(lenth.simultaneousMargin)} with 95 % for all of them together.`,
      plot: {
        kind: 'points',
        xName: 'quantile of a half-normal variable',
        yName: `size of the effect on ${titleOf(response)}`,
        isLabelled: points.length <= mostNames,
        points,
      },
      trust: trustOf(summary, ['factorialEffects'], response),
      numbers: {
        head: ['contrast', 'size', 'half-normal quantile'],
        rows: points.map(({ label, x, y }) => [label, y, x]),
      },
    }),
  ];
}
