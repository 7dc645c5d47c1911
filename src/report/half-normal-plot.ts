import { figureBlock, slug } from './figure-block.ts';
import { formatNumber } from './format-number.ts';
import type { Block } from './report.ts';
import type { SectionInput } from './section-input.ts';
import { trustOf } from './trust-of.ts';

/** Fewer show no line. */
const fewestContrasts = 7;
/** With more, names would cover each other. */
const mostNames = 31;
/** Lines and names nearer than this part of the axis hide each other. */
const leastGap = 0.06;

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
  const { pseudoStandardError, marginOfError, simultaneousMargin } = lenth;
  const points = [...effects, ...higher]
    .map(({ inputs, effect, halfNormal }) => ({
      ...{ x: halfNormal, y: Math.abs(effect), label: inputs.join(' × ') },
    }))
    .toSorted((one, other) => other.y - one.y);
  const last = points.reduce((most, { x }) => Math.max(most, x), 0);
  const top = points.reduce((most, { y }) => Math.max(most, y), simultaneousMargin);
  // Names as near as that would cover each other, and those at the margin its own.
  let above = Infinity;
  const named = points.map((point) => {
    const hasRoom = Math.min(point.y - marginOfError, above - point.y) >= leastGap * top;
    if (!hasRoom) return { ...point, isUnnamed: true as const };
    above = point.y;
    return point;
  });
  const margins = [
    { name: '95 % each', y: marginOfError },
    ...((simultaneousMargin - marginOfError) / top < leastGap
      ? []
      : [{ name: '95 % together', y: simultaneousMargin }]),
  ];
  if (points.length < fewestContrasts) return [];
  return [
    figureBlock({
      id: slug('half-normal', response),
      title: `Half-normal plot of what moves ${response}`,
      caption: `A point for each of the ${points.length} contrasts of these runs${
        higher.length === 0 ? '' : ', products of three inputs and more among them'
      }: those that are chance lie along the line through 0, whose slope is Lenth’s error, and what acts lies above it. Names stand beside those beyond the margin of error that have room for one; the numbers have all names. By that error, from these sizes alone, ${formatNumber(pseudoStandardError)}, one beyond ${formatNumber(marginOfError)} is no chance with 95 % (dashed), and beyond ${formatNumber(simultaneousMargin)} with 95 % for all of them together.`,
      onScreen: 'Each point tells its name on hover.',
      plot: {
        kind: 'points',
        xName: 'quantile of a half-normal variable',
        yName: `size of the effect on ${titleOf(response)}`,
        isLabelled: points.length <= mostNames,
        points: named,
        lines: [
          { name: '', from: [0, 0], to: [last, pseudoStandardError * last] },
          ...margins.map(({ name, y }) => ({
            name,
            from: [0, y] as const,
            to: [last, y] as const,
          })),
        ],
      },
      trust: trustOf(summary, ['factorialEffects'], response),
      numbers: {
        head: ['contrast', 'size', 'half-normal quantile'],
        rows: points.map(({ label, x, y }) => [label, y, x]),
      },
    }),
  ];
}
