import { createStream } from '../../distributions/index.ts';
import type { DesignContext } from '../design-context.ts';
import type { DesignPoints } from '../design.ts';
import type { DesignMethodEntry } from '../method-entry.ts';
import {
  exchangeCoordinates,
  logDeterminantOf,
  type CandidateRows,
} from '../optimal/coordinate-exchange.ts';
import { candidatesOf, createModel, modelNames } from '../optimal/model-terms.ts';
import { pointsOf } from '../points.ts';

/** Most numbers that the information matrix of a search may have, times rows and candidates. */
const mostWork = 2e8;

/**
 * D-optimal design: the rows that tell the coefficients of a regression `model` (`linear`, `interaction`, `quadratic`) apart best, found
 * by exchange of coordinates from several random `starts`. Continuous variables take `levels` values from low to high. Holds all rows.
 * @see R. K. Meyer, C. J. Nachtsheim (1995), doi:10.1080/00401706.1995.10485889
 */
export const dOptimal: DesignMethodEntry = {
  title: 'D-optimal',
  kind: 'whole',
  structure: 'balanced',
  replacement: 'none',
  when: 'a regression model with any number of runs, levels of any number, and texts',
  runs: 'runs; default: terms of the model + 3',
  reference: 'doi:10.1080/00401706.1995.10485889',
  options: ['model', 'levels', 'starts'],
  otherNames: ['optimal', 'fedorov'],
  growth: {
    rows: 'any number: the best further rows for the model',
    create: (context, { before, add }) =>
      searchRows(context, [...before.map((one) => one.rowCount), add]),
  },
  create: (context) => {
    const { termCount } = createSearch(context);
    const rows = context.runs ?? termCount + 3;
    if (rows < termCount) {
      context.refuse(
        'runs',
        `at least ${termCount}, the terms of the model`,
        `nearest: ${termCount}, or a smaller model`,
      );
    }
    return searchRows(context, [rows]);
  },
};

function createSearch(context: DesignContext) {
  const name = context.choice('model', modelNames, 'quadratic');
  const grid = context.integer('levels', [2, 101], name === 'quadratic' ? 11 : 2);
  const factors = context.variables.map((variable) => candidatesOf(variable, grid));
  const model = createModel(name, factors);
  return { name, factors, model, termCount: model.termCount };
}

/** @param stages rows of the design and of its steps; the rows of the last are given back */
function searchRows(context: DesignContext, stages: readonly number[]): DesignPoints {
  const { name, factors, model, termCount } = createSearch(context);
  const starts = context.integer('starts', [1, 10_000], 10);
  const most = Math.max(...stages);
  const candidates = factors.reduce((sum, { contrasts }) => sum + contrasts.length, 0);
  if (most * candidates * termCount ** 2 * starts > mostWork) {
    context.refuse(
      'starts',
      `fewer: ${most} rows and ${termCount} terms make a search of minutes`,
      'or fewer runs, fewer `levels`, a smaller model, or a latin-hypercube',
    );
  }
  let all: CandidateRows = [];
  let last: CandidateRows = [];
  for (const [stage, rows] of stages.entries()) {
    const stream = createStream(context.seed, `/exchange/${stage}`);
    last = exchangeCoordinates({ model, factors, fixed: all, rows, starts, stream });
    all = [...all, ...last];
  }
  const efficiency = Math.exp(logDeterminantOf({ model }, all) / termCount) / all.length;
  return pointsOf(
    last.length,
    (variable, row) => {
      const candidate = last[row]?.[variable] ?? 0;
      const own = context.variables[variable];
      if (own?.levelCount !== undefined) return own.at(candidate);
      return own?.atCode(factors[variable]?.contrasts[candidate]?.[0] ?? 0);
    },
    [
      `D-efficiency ${(100 * efficiency).toFixed(1)} % for ${termCount} terms (model: ${name}) in ${all.length} rows.`,
    ],
  );
}
