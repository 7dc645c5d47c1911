/** Simulated studies of a problem whose answers are known: how often a result that the summary trusts misses the truth. */
import { summariseStudy, type StudySummary } from '../../src/analysis/index.ts';
import type { DesignMethod } from '../../src/design/design-settings.ts';
import { createDesign } from '../../src/design/index.ts';
import { createRounding } from '../../src/study/round-cells.ts';
import type { Problem } from './problems.ts';

/** A design of the simulated studies; `saltelli` takes base samples. */
export interface CalibratedDesign {
  readonly method: Extract<DesignMethod, 'monte-carlo' | 'latin-hypercube' | 'sobol' | 'saltelli'>;
  readonly runs: number;
  /** Also makes the polynomial chaos, which takes most of the time. */
  readonly withChaos?: boolean;
}

/** How one quantity fared. */
export interface Calibration {
  readonly estimator: string;
  readonly quantity: string;
  /** Studies in which the estimator is called `good`. */
  readonly good: number;
  /** Of those: in which the 95 % interval doesn't hold the truth. */
  readonly missed: number;
  /** The same of the studies that have none of the rare runs of the problem, which `good` and `missed` leave out; absent where it has no such runs. */
  readonly unseen?: Omit<Calibration, 'estimator' | 'quantity' | 'unseen'>;
}

interface Estimate {
  readonly estimator: string;
  readonly quantity: string;
  readonly interval: readonly [number, number];
  readonly truth: number;
}

/** One entry for each quantity that has an interval. @param studies each with a seed of its own, from 1 */
export function calibrate(
  problem: Problem,
  design: CalibratedDesign,
  studies: number,
): readonly Calibration[] {
  const counts = new Map<string, Count>();
  for (let seed = 1; seed <= studies; seed += 1) {
    const { summary, hasFar } = simulate(problem, design, seed);
    const trusted = new Set(
      summary.estimators.flatMap(({ estimator, trust }) => (trust === 'good' ? [estimator] : [])),
    );
    for (const { interval, ...estimate } of estimatesOf(summary, problem)) {
      const key = `${estimate.estimator}/${estimate.quantity}`;
      const { estimator, quantity } = estimate;
      const all = counts.get(key) ?? {
        ...{ estimator, quantity, good: 0, missed: 0 },
        ...(problem.isFar ? { unseen: { good: 0, missed: 0 } } : {}),
      };
      counts.set(key, all);
      if (![...trusted].some((name) => name === estimator)) continue;
      const count = hasFar ? all : (all.unseen ?? all);
      count.good += 1;
      const slack = 1e-9 * Math.max(1, Math.abs(estimate.truth));
      const isHeld = interval[0] <= estimate.truth + slack && interval[1] >= estimate.truth - slack;
      if (!isHeld) count.missed += 1;
    }
  }
  return [...counts.values()];
}

interface Count {
  readonly estimator: string;
  readonly quantity: string;
  good: number;
  missed: number;
  readonly unseen?: { good: number; missed: number };
}

function simulate(
  problem: Problem,
  { method, runs, withChaos = false }: CalibratedDesign,
  seed: number,
): { readonly summary: StudySummary; readonly hasFar: boolean } {
  const variables = Object.entries(problem.inputs).map(([name, source]) => ({ name, source }));
  const isSaltelli = method === 'saltelli';
  const options = isSaltelli ? { baseSamples: runs } : {};
  const design = createDesign({
    method,
    ...(isSaltelli ? {} : { runs }),
    seed,
    variables,
    options,
  });
  const columns = design.block(0, design.rowCount).map((column, place) => {
    const { name = '' } = variables[place] ?? {};
    const format = problem.formats?.[name];
    const round = format === undefined ? undefined : createRounding({ name, format });
    return Float64Array.from(column, (cell) => round?.(Number(cell)) ?? Number(cell));
  });
  const rows = Array.from({ length: design.rowCount }, (_, row) =>
    columns.map((column) => column[row] ?? NaN),
  );
  const y = Float64Array.from(rows, (row) => problem.model(...row));
  const summary = summariseStudy(
    {
      accepted: Array.from(y, () => true),
      columns: [
        ...variables.map(({ name }, index) => ({
          name,
          role: 'input' as const,
          values: columns[index] ?? y,
        })),
        { name: 'y', role: 'output' as const, values: y },
      ],
    },
    {
      method,
      options,
      seed,
      variables: variables.map(({ name }) => name),
      ...(withChaos ? { distributions: problem.inputs } : {}),
      ...(problem.formats ? { formats: problem.formats } : {}),
      settings: problem.level ? { levels: { y: { response: [problem.level[0]] } } } : {},
    },
  );
  return { summary, hasFar: rows.some((row) => problem.isFar?.(...row)) };
}

function* estimatesOf(summary: StudySummary, problem: Problem): Generator<Estimate> {
  const moments = summary.moments['y'];
  if (moments?.confidence && summary.sobol === undefined) {
    const { mean, standardDeviation } = moments.confidence;
    const estimator = 'moments';
    yield { estimator, quantity: 'mean', interval: mean, truth: problem.mean };
    yield {
      ...{ estimator, quantity: 'standard deviation' },
      ...{ interval: standardDeviation, truth: problem.standardDeviation },
    };
    const interval = moments.levels?.[0]?.probabilityInterval;
    const truth = problem.level?.[1];
    if (interval && truth !== undefined) {
      yield { estimator: 'levels', quantity: 'level', interval, truth };
    }
  }
  for (const { input, firstOrderInterval } of summary.sobol
    ? []
    : (summary.sensitivity[0]?.inputs ?? [])) {
    const place = Object.keys(problem.inputs).indexOf(input);
    if (!firstOrderInterval) continue;
    yield {
      ...{ estimator: 'firstOrder', quantity: `first ${input}` },
      ...{ interval: firstOrderInterval, truth: problem.first[place] ?? NaN },
    };
  }
  for (const { first, total, variable } of summary.sobol?.[0]?.indices ?? []) {
    const place = Object.keys(problem.inputs).indexOf(variable);
    for (const [quantity, index, truths] of [
      ['first', first, problem.first],
      ['total', total, problem.total],
    ] as const) {
      if (index?.halfWidth === undefined) continue;
      yield {
        estimator: 'sobol',
        quantity: `${quantity} ${variable}`,
        interval: [index.value - index.halfWidth, index.value + index.halfWidth],
        truth: truths[place] ?? NaN,
      };
    }
  }
  const [ofChaos] = summary.polynomialChaos?.[0]?.levels ?? [];
  if (ofChaos && problem.level) {
    yield {
      ...{ estimator: 'polynomialChaos', quantity: 'level' },
      ...{ interval: ofChaos.probabilityInterval, truth: problem.level[1] },
    };
  }
  for (const own of summary.polynomialChaos?.[0]?.indices ?? []) {
    const place = Object.keys(problem.inputs).indexOf(own.input);
    for (const [quantity, interval, truths] of [
      ['first', own.firstInterval, problem.first],
      ['total', own.totalInterval, problem.total],
    ] as const) {
      if (!interval) continue;
      yield {
        ...{ estimator: 'polynomialChaos', quantity: `${quantity} ${own.input}` },
        ...{ interval, truth: truths[place] ?? NaN },
      };
    }
  }
}
