import type { Block } from '../output/view.ts';
import type { Summary } from './summary.ts';
import { five, showing, titled } from './titled-table.ts';

/** What each response is by itself: moments, intervals, percentiles, levels; and the runs on the Pareto front. */
export function responseBlocks(summary: Summary): readonly Block[] {
  return [
    ...momentsTable(summary),
    ...unseenShares(summary),
    ...percentilesTable(summary),
    ...levelsTable(summary),
    ...paretoFacts(summary),
  ];
}

function momentsTable({ moments }: Summary): readonly Block[] {
  return titled('Responses', {
    kind: 'table',
    head: ['response', 'runs', 'mean', 'interval', 'sd', 'interval', 'skewness', 'kurtosis'],
    right: [1],
    rows: Object.entries(moments).map(([name, own]) => {
      const ends = own.confidence?.mean ?? [own.min, own.max];
      const show = showing([own.mean, ...ends]);
      return [
        name,
        String(own.count),
        show(own.mean),
        interval(own.confidence?.mean, show),
        five(own.standardDeviation),
        interval(own.confidence?.standardDeviation),
        five(own.skewness),
        five(own.kurtosis),
      ];
    }),
  });
}

/** Which share of the distribution no run may have shown; nothing where no rows are a sample of it. */
function unseenShares({ moments }: Summary): readonly Block[] {
  const lines = Object.values(moments).flatMap(({ unseenShare, tolerance }) =>
    unseenShare === undefined
      ? []
      : [
          `Not shown: values unlike all of these, such as a rare mode far away, if less than ${(100 * unseenShare).toPrecision(2)} % of all runs have them (${100 * tolerance.confidence} % confidence).`,
        ],
  );
  return lines.length === 0 ? [] : [{ kind: 'text', lines: [...new Set(lines)] }];
}

function percentilesTable({ moments }: Summary): readonly Block[] {
  return titled('Percentiles', {
    kind: 'table',
    head: ['response', 'min', '5 %', '50 %', '95 %', 'max', 'bounds of most values'],
    rows: Object.entries(moments).map(([name, { min, max, percentiles, tolerance }]) => {
      const { twoSided, coverage, confidence, runsNeeded } = tolerance;
      const show = showing([min, max]);
      const bound = `${coverage * 100} % with ${confidence * 100} % confidence`;
      return [
        name,
        show(min),
        show(percentiles['5']),
        show(percentiles['50']),
        show(percentiles['95']),
        show(max),
        twoSided
          ? `${interval([twoSided.lower, twoSided.upper], show)} (${bound})`
          : `from ${runsNeeded.twoSided} runs (${bound})`,
      ];
    }),
  });
}

/** Levels as the runs have them, then as the polynomials have them; nothing where no response has any runs' level. */
function levelsTable({ moments, polynomialChaos = [] }: Summary): readonly Block[] {
  const showLevel = (name: string, level: number): string =>
    showing([moments[name]?.min, moments[name]?.max])(level);
  const ofRuns = Object.entries(moments).flatMap(([name, { levels = [] }]) =>
    levels.map((level) => [
      name,
      showLevel(name, level.response),
      five(level.probability),
      interval(level.probabilityInterval),
      five(level.exceedance),
      five(level.reliability),
      five(level.generalizedReliability),
      'runs',
    ]),
  );
  if (ofRuns.length === 0) return [];
  const ofPolynomials = polynomialChaos.flatMap(({ response, case: own, levels = [] }) =>
    levels.map((level) => [
      own === undefined ? response : `${response}, case ${own}`,
      showLevel(response, level.response),
      five(level.probability),
      interval(level.probabilityInterval),
      five(level.exceedance),
      '',
      '',
      'polynomial chaos',
    ]),
  );
  const leftOut = polynomialChaos.flatMap(({ response, levelsLeftOut = [] }) =>
    levelsLeftOut.map(
      (level) =>
        `no level ${showLevel(response, level.response)} of ${response} from the polynomial chaos: ${level.reason}`,
    ),
  );
  const head = ['response', 'level', 'probability below', 'interval', 'above'];
  return [
    ...titled('Levels', {
      kind: 'table',
      head: [...head, 'reliability', 'generalized', 'from'],
      rows: [...ofRuns, ...ofPolynomials],
    }),
    ...(leftOut.length > 0 ? [{ kind: 'text', lines: leftOut } as const] : []),
  ];
}

function paretoFacts(summary: Summary): readonly Block[] {
  const { paretoFront, hypervolume, frontRuns = 0 } = summary;
  if (paretoFront === undefined) return [];
  const shown = `runs ${paretoFront.slice(0, 20).join(', ')}${paretoFront.length > 20 ? ', …' : ''}`;
  const runs =
    frontRuns === 0
      ? 'none: no run has all objectives and keeps all constraints'
      : frontRuns < summary.runs.done
        ? `${shown} (of ${frontRuns} that keep all constraints)`
        : shown;
  return [
    {
      kind: 'facts',
      rows: [
        ['Pareto front', runs],
        ...(hypervolume ? [['hypervolume', five(hypervolume.value)] as const] : []),
      ],
    },
  ];
}

function interval(ends: readonly number[] | undefined, show = five): string {
  return ends === undefined ? '' : `${show(ends[0])} .. ${show(ends[1])}`;
}
