import { interactionMeans, type StudyColumn } from '../analysis/index.ts';
import { absent, countOf, figureBlock, firstOf, slug } from './figure-block.ts';
import { formatNumber } from './format-number.ts';
import { interactionPairs } from './interaction-pairs.ts';
import { leastShareWords } from './least-share.ts';
import type { Block } from './report.ts';
import type { NumericStudyColumn, SectionInput } from './section-input.ts';
import { trustOf } from './trust-of.ts';

const mostPanels = 6;
/** Pairs that are tried for a panel. */
const mostTried = 20;

type Pair = readonly [StudyColumn, StudyColumn];

/** Lines of means for the pairs of inputs with the strongest interactions, texts among them, and which pairs have none. */
export function interactions(
  input: SectionInput,
  { name, values }: NumericStudyColumn,
): readonly Block[] {
  const { total, pairs, by, without } = interactionPairs(input, name);
  if (pairs.length === 0) {
    if (without === 0) return [];
    const none = `no pair of inputs explains more than ${leastShareWords} together, by ${by ?? ''}`;
    return [absent(`No interaction plots of ${name}: ${none}.`)];
  }
  const panels: Panel[] = [];
  const refused: { readonly pair: string; readonly reason: string }[] = [];
  for (const pair of pairs.slice(0, mostTried)) {
    if (panels.length === mostPanels) break;
    const panel = panelOf(input, pair, { name, values });
    if ('reason' in panel) refused.push({ pair: wordsOf(pair), reason: panel.reason });
    else panels.push(panel);
  }
  const reasons = [...new Set(refused.map(({ reason }) => reason))].map((reason) => {
    const own = refused.filter((one) => one.reason === reason).map(({ pair }) => pair);
    return `${firstOf(own)} (${reason})`;
  });
  if (panels.length === 0) return [absent(`No interaction plots of ${name}: ${firstOf(reasons)}.`)];
  const done = panels.length + refused.length;
  const next = pairs.slice(done).map(wordsOf);
  const left = total - without - done;
  const more = left - Math.min(next.length, mostNamed);
  const least = Math.min(
    ...panels.flatMap(({ lines }) => lines.flatMap(({ groups }) => groups.map((one) => one.count))),
  );
  return [
    figureBlock({
      id: slug('interactions', name),
      title: `Interactions in ${name}`,
      caption: [
        `The mean of ${name} over one input, a line for each value of another, or, of one with more than four values, for the runs where it is lowest and highest (thirds, of few runs halves). Parallel lines: no interaction.`,
        `Inputs with many values are cut into up to five parts; each point is the mean of at least ${least} runs.`,
        by === undefined
          ? 'Pairs of the inputs that explain most come first.'
          : `The strongest come first, by ${by}.`,
        ...(reasons.length === 0 ? [] : [`Without lines: ${reasons.join('; ')}.`]),
        ...(without === 0
          ? []
          : [
              `${without} of ${countOf(total, 'pair')} explain${without === 1 ? 's' : ''} less than ${leastShareWords} together: not shown.`,
            ]),
        ...(left === 0
          ? []
          : [
              `Left out of ${total} pairs: ${[...next.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])].join(', ')}.`,
            ]),
      ].join(' '),
      plot: { kind: 'lines', across: 3, panels: panels.map(({ plot }) => plot) },
      trust: trustOf(input.summary, ['anova'], name),
      numbers: {
        head: ['panel', 'line', 'at', 'runs', `mean of ${input.titleOf(name)}`],
        rows: panels.flatMap(({ name: panel, lines }) =>
          lines.flatMap(({ of, groups }) =>
            groups.map(({ at, count, mean }) => [panel, of, at, count, mean]),
          ),
        ),
      },
    }),
  ];
}

const mostNamed = 10;

type Panel = Exclude<ReturnType<typeof panelOf>, { readonly reason: string }>;

/** One pair's lines, by the input with fewer values, else the other way round. */
function panelOf(input: SectionInput, [a, b]: Pair, { name, values }: NumericStudyColumn) {
  const [x, by] = countValues(a) >= countValues(b) ? [a, b] : [b, a];
  const found = interactionMeans(x.values, by.values, values);
  const turned = 'lines' in found ? found : interactionMeans(by.values, x.values, values);
  if (!('lines' in turned)) return found as Extract<typeof found, { readonly reason: string }>;
  const [across, split] = turned === found ? [x, by] : [by, x];
  const lines = turned.lines.map(({ of, groups }) => {
    const isNumber = typeof split.values[0] === 'number' && Number.isFinite(Number(of));
    return { of: `${split.name} ${isNumber ? formatNumber(Number(of)) : of}`, groups };
  });
  const places = lines.flatMap(({ groups }) => groups.map(({ at }) => at));
  const categories = places.some((at) => typeof at === 'string')
    ? [...new Set(places.map(String))].sort()
    : undefined;
  return {
    name: `${across.name}, lines by ${split.name}`,
    lines,
    plot: {
      // The axis below says over what.
      title: `lines by ${split.name}`,
      xName: input.titleOf(across.name),
      yName: `mean of ${input.titleOf(name)}`,
      ...(categories && { categories }),
      series: lines.map(({ of, groups }) => ({
        name: of,
        points: groups.map(
          ({ at, mean }) => [categories?.indexOf(String(at)) ?? Number(at), mean] as const,
        ),
      })),
    },
  };
}

function countValues({ values }: StudyColumn): number {
  return new Set(values as Iterable<unknown>).size;
}

function wordsOf([a, b]: Pair): string {
  return `${a.name} × ${b.name}`;
}
