import type { Block } from '../output/view.ts';
import type { Summary } from './summary.ts';
import { five, titled } from './titled-table.ts';

/** What each response is by itself: moments, intervals, percentiles, levels. */
export function responseBlocks({
  moments,
  polynomialChaos = [],
  paretoFront,
  hypervolume,
}: Summary): readonly Block[] {
  const all = Object.entries(moments);
  const span = (ends: readonly number[] | undefined): string =>
    ends === undefined ? '' : `${five(ends[0])} .. ${five(ends[1])}`;
  const levels = all.flatMap(([name, { levels: own = [] }]) =>
    own.map((level) => ({ name, ...level })),
  );
  return [
    ...titled('Responses', {
      kind: 'table',
      head: ['response', 'runs', 'mean', 'interval', 'sd', 'interval', 'skewness', 'kurtosis'],
      right: [1],
      rows: all.map(([name, own]) => [
        name,
        String(own.count),
        five(own.mean),
        span(own.confidence?.mean),
        five(own.standardDeviation),
        span(own.confidence?.standardDeviation),
        five(own.skewness),
        five(own.kurtosis),
      ]),
    }),
    ...titled('Percentiles', {
      kind: 'table',
      head: ['response', 'min', '5 %', '50 %', '95 %', 'max', 'bounds of most values'],
      rows: all.map(([name, { min, max, percentiles, tolerance }]) => {
        const { twoSided, coverage, confidence, runsNeeded } = tolerance;
        const bound = `${coverage * 100} % with ${confidence * 100} % confidence`;
        return [
          name,
          five(min),
          five(percentiles['5']),
          five(percentiles['50']),
          five(percentiles['95']),
          five(max),
          twoSided
            ? `${span([twoSided.lower, twoSided.upper])} (${bound})`
            : `from ${runsNeeded.twoSided} runs (${bound})`,
        ];
      }),
    }),
    ...(levels.length === 0
      ? []
      : titled('Levels', {
          kind: 'table',
          head: [
            'response',
            'level',
            'probability below',
            'interval',
            'above',
            'reliability',
            'generalized',
            'from',
          ],
          rows: [
            ...levels.map((level) => [
              level.name,
              five(level.response),
              five(level.probability),
              span(level.probabilityInterval),
              five(level.exceedance),
              five(level.reliability),
              five(level.generalizedReliability),
              'runs',
            ]),
            ...polynomialChaos.flatMap(({ response, levels: own = [], ...label }) =>
              own.map((level) => [
                label.case === undefined ? response : `${response}, case ${label.case}`,
                five(level.response),
                five(level.probability),
                '',
                five(level.exceedance),
                '',
                '',
                'polynomial chaos',
              ]),
            ),
          ],
        })),
    ...(paretoFront === undefined
      ? []
      : [
          {
            kind: 'facts',
            rows: [
              [
                'Pareto front',
                `runs ${paretoFront.slice(0, 20).join(', ')}${paretoFront.length > 20 ? ', …' : ''}`,
              ],
              ...(hypervolume ? [['hypervolume', five(hypervolume.value)] as const] : []),
            ],
          } as const,
        ]),
  ];
}
