import { createStream } from '../../distributions/index.ts';
import { continuedRows } from '../growth/continued-rows.ts';
import type { DesignMethodEntry } from '../method-entry.ts';
import { correlatedPoints } from '../points.ts';

/** Independent random rows: row i of a variable is number i of its own stream, so more rows keep the first ones. */
export const monteCarlo: DesignMethodEntry = {
  title: 'Monte Carlo',
  kind: 'sampled',
  structure: 'independent',
  replacement: 'next-rows',
  when: 'honest confidence intervals, any number of variables, rows added later at will',
  runs: 'runs',
  options: ['correlation'],
  otherNames: ['mc', 'random', 'simple_random', 'uniform', 'rand', 'srs'],
  growth: continuedRows({ rows: 'any number' }),
  create: (context) => {
    const streams = context.variables.map(({ name }) => createStream(context.seed, name));
    return correlatedPoints(context, context.requireRuns(), (variable, start, target) => {
      streams[variable]?.fill(target, start);
    });
  },
};
