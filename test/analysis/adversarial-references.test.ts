/**
 * Every estimator on every table that is easily got wrong: what it gives equals scipy's, statsmodels', numpy's and SALib's value, and where the
 * value doesn't say what it seems to, the trust isn't `good` and the reason says why.
 */
import { describe, expect, it } from 'vitest';
import {
  summariseStudy,
  type StudyStructure,
  type StudySummary,
} from '../../src/analysis/index.ts';
import reference from '../reference/adversarial.json' with { type: 'json' };

type Column = readonly (number | null)[];
type Estimator = StudySummary['estimators'][number]['estimator'];

const numbers = (column: Column): Float64Array => Float64Array.from(column, (x) => x ?? NaN);

function summarise(
  inputs: Readonly<Record<string, Column>>,
  outputs: Readonly<Record<string, Column>>,
  structure?: Partial<StudyStructure>,
): StudySummary {
  const y = numbers(Object.values(outputs)[0] ?? []);
  const columns = (own: Readonly<Record<string, Column>>, role: 'input' | 'objective') =>
    Object.entries(own).map(([name, values]) => ({ name, role, values: numbers(values) }));
  return summariseStudy(
    {
      accepted: Array.from(y, Number.isFinite),
      columns: [...columns(inputs, 'input'), ...columns(outputs, 'objective')],
    },
    structure && {
      method: 'monte-carlo',
      options: {},
      seed: 1,
      variables: Object.keys(inputs),
      ...structure,
    },
  );
}

/** @param digits relative to the size of the value, at least 1e-3 */
function near(
  found: number | undefined,
  wanted: number | undefined,
  digits: number,
  what = '',
): void {
  expect(found, what).toBeTypeOf('number');
  const size = Math.max(1e-3, Math.abs(wanted ?? NaN));
  expect(Math.abs((found ?? NaN) - (wanted ?? NaN)) / size, what).toBeLessThan(10 ** -digits);
}

/** What the trust must say of `y`: `good`, or a part of a reason. */
function expectTrust(
  { estimators }: StudySummary,
  wanted: Partial<Readonly<Record<Estimator, RegExp | 'good'>>>,
): void {
  for (const [name, words] of Object.entries(wanted)) {
    const own = estimators.find(
      ({ estimator, response }) => estimator === name && response === 'y',
    );
    const told = own?.trust === 'good' ? 'good' : (own?.reasons.join('; ') ?? 'not judged');
    if (words === 'good') expect(told, name).toBe('good');
    else expect(told, name).toMatch(words);
  }
}

const uniform = {
  kind: 'generator',
  generator: 'Uniform',
  settings: { minvalue: 0, maxvalue: 1 },
} as const;
const all = (words: RegExp | 'good') => ({
  moments: words,
  levels: words,
  correlations: words,
  sensitivity: words,
  quadratic: words,
  polynomialChaos: words,
  paretoFront: words,
});
const lost = /of 40 runs gave no value/u;
const atCorner = /failures go together with high values of x1/u;
const one = /run 7 holds 9\d % of the squared scatter of y/u;

const coarse = /its rows are rounded to steps of 0\.50, and the study has no format of it/u;
/** Tables of 40 runs: too few for moments. */
const together = /go together otherwise than the study file says/u;
const few = /40 values don't show a long tail/u;

/** By table. */
const trusts: Readonly<Record<keyof typeof reference.tables, Partial<ReturnType<typeof all>>>> = {
  plain: { ...all('good'), moments: few, quadratic: /outside of the runs/u },
  'constant input': {
    ...all('good'),
    moments: few,
    quadratic: /outside of the runs/u,
    polynomialChaos: /x2 has the one value 0.4/u,
  },
  'collinear inputs': {
    ...all('good'),
    ...{ moments: together, levels: together, correlations: together, firstOrder: together },
    quadratic: /not judged/u,
    sensitivity: /depend on each other/u,
    polynomialChaos: /no polynomial|go together|can’t tell/u,
  },
  'one outlier': {
    ...all(one),
    moments: /longer tail|are skewed/u,
    levels: 'good',
    quadratic: one,
    polynomialChaos: /no polynomial|predicts 0 %/u,
    paretoFront: /run 7 is far from all others/u,
  },
  'heavy tail': {
    moments: /longer tail|are skewed/u,
    correlations: /squared scatter|disagree|changes by more/u,
    sensitivity: /explains \d+ %/u,
    quadratic: /predicts 0 %/u,
    polynomialChaos: /no polynomial|predicts 0 %|longer tail/u,
  },
  ties: {
    moments: /longer tail|are skewed/u,
    levels: /2 of 40 runs are above/u,
    correlations: /takes 2 values only/u,
    sensitivity: /explains \d+ %/u,
    quadratic: /predicts \d+ %/u,
    polynomialChaos: /no polynomial|predicts \d+ %/u,
  },
  'few levels': {
    ...all('good'),
    ...{ moments: few, levels: coarse, correlations: coarse },
    quadratic: /outside/u,
    polynomialChaos: /takes 3 values/u,
  },
  'huge values': { ...all('good'), moments: few, quadratic: /outside of the runs/u },
  'tiny values': { ...all('good'), moments: few, quadratic: /outside of the runs/u },
  'an offset of 1e12': { ...all('good'), moments: few, quadratic: /outside of the runs/u },
  'missing where x1 is high': all(atCorner),
  'missing at random': {
    ...{ ...all(lost), polynomialChaos: 'good' },
    paretoFront: /^6 of 40 runs lack an objective or a constraint/u,
  },
  'repeated rows': {
    ...all(/35 of 40 runs repeat others/u),
    quadratic: /not judged/u,
    polynomialChaos: /no polynomial|interval|predicts/u,
    paretoFront: 'good',
  },
  'errors that grow': { moments: /longer tail|are skewed/u, polynomialChaos: /predicts/u },
  'five runs': {
    moments: /5 values don't show/u,
    levels: /too few runs/u,
    correlations: /5 runs: a correlation of 0 has a 95 % interval of ± 0.88/u,
    sensitivity: /2 runs beyond the coefficients/u,
    polynomialChaos: /predicts|interval|no polynomial/u,
    paretoFront: /5 runs show little/u,
  },
  'a constant output': {
    correlations: /doesn’t vary/u,
    sensitivity: /doesn’t vary/u,
    polynomialChaos: /doesn’t vary/u,
    paretoFront: /doesn’t vary/u,
  },
};

describe('of inputs and a response, on a table with', () => {
  it.each(Object.entries(reference.tables))('%s', (name, { x1, x2, y, ...own }) => {
    const { level, scale, offset, reference: wanted } = own;
    const summary = summarise(
      { x1, x2 },
      { y, second: x1 },
      {
        distributions: { x1: uniform, x2: uniform },
        settings: { chaosDegree: 2, levels: { y: { response: [level] } } },
      },
    );
    const [found] = Object.entries(summary.moments).flatMap(([key, it]) => (key === 'y' ? it : []));
    const digits = offset === 0 ? 9 : 7;
    near(((found?.mean ?? NaN) - offset) / scale, wanted.mean, offset === 0 ? 12 : 3, 'mean');
    near((found?.standardDeviation ?? NaN) / scale, wanted.sd, digits, 'deviation');
    near(found?.levels?.[0]?.probability, wanted.below, 12, 'level');
    expect(summary.paretoFront).toEqual(wanted.front);
    if ('skewness' in wanted) near(found?.skewness, wanted.skewness, digits, 'skewness');
    if ('kurtosis' in wanted) near(found?.kurtosis, wanted.kurtosis, digits, 'kurtosis');
    const regression = summary.sensitivity.find(({ response }) => response === 'y');
    for (const kind of ['pearson', 'spearman', 'src'] as const) {
      const values: Readonly<Record<string, number>> =
        kind in wanted ? (wanted as never)[kind] : {};
      for (const [input, value] of Object.entries(values)) {
        const it =
          kind === 'src'
            ? regression?.inputs.find((one) => one.input === input)?.src
            : summary.correlations[kind].find((r) => r.first === input && r.second === 'y')?.value;
        near(it, value, digits, `${kind} ${input}`);
      }
    }
    if ('r2' in wanted) near(regression?.r2, wanted.r2, digits, 'r2');
    const chaos = summary.polynomialChaos?.find(({ response }) => response === 'y');
    if ('chaos' in wanted && wanted.chaos && chaos) {
      near(chaos.standardDeviation / scale, wanted.chaos.sd, digits, 'deviation of the chaos');
      for (const [input, value] of Object.entries(wanted.chaos.first)) {
        near(chaos.indices?.find((one) => one.input === input)?.first, value, digits, input);
      }
    }
    expectTrust(summary, trusts[name as keyof typeof trusts]);
  });
});

/** By the part of the table's name behind the number of levels. */
const factorTrusts: Readonly<Record<string, RegExp | 'good'>> = {
  plain: 'good',
  'one outlier': /run 5 is an outlier/u,
  'heavy tail': /is an outlier|aren’t normal/u,
  'errors that grow': /is an outlier|larger at some levels of a/u,
  'huge values': 'good',
  'tiny values': 'good',
  'missing at random': /2 of \d+ runs gave no value/u,
};

describe('of factors and a response, on a table with', () => {
  it.each(Object.entries(reference.factors))('%s', (name, { a, b, y, scale, ...own }) => {
    const summary = summarise({ a, b }, { y });
    const [table] = summary.anova ?? [];
    const { p, share } = own.reference;
    p.forEach((value, term) => near(table?.terms[term]?.pValue, value, 6, `p of ${term}`));
    share.forEach((value, term) => near(table?.terms[term]?.share, value, 9, `share of ${term}`));
    const trust = factorTrusts[name.split(', ')[1] ?? ''] ?? 'good';
    const isHeld = scale === 1;
    expectTrust(summary, { anova: isHeld ? trust : /too large or too small for a number/u });
    expect(table?.total.sumOfSquares === undefined).toBe(!isHeld);
    if (!('effects' in own.reference)) return;
    const { effects, errors, effectP } = own.reference as unknown as Record<string, number[]>;
    const [found] = summary.factorialEffects ?? [];
    found?.effects.forEach(({ effect, standardError, pValue }, term) => {
      near(effect / scale, effects?.[term], 9, `effect ${term}`);
      near((standardError ?? NaN) / scale, errors?.[term], 9, `error ${term}`);
      near(pValue, effectP?.[term], 6, `p of effect ${term}`);
    });
    expect(found?.effects).toHaveLength(3);
    expectTrust(summary, { factorialEffects: trust });
  });
});

describe('of blocks and trajectories, with', () => {
  const { tables, saltelli, morris } = reference.structured;

  it.each(Object.entries(tables))('%s', (name, { scale, ...own }) => {
    const sobol = summarise(saltelli, { y: own.saltelli.y }, { method: 'saltelli' });
    const steps = summarise(morris, { y: own.morris.y }, { method: 'morris' });
    const trust =
      name === 'one outlier'
        ? /run 11 holds/u
        : name.includes('constant')
          ? /doesn’t vary/u
          : 'good';
    expectTrust(sobol, {
      sobol:
        trust === 'good' ? /^the interval of the (?:first|total) index of \S+ is ± 0.1\d/u : trust,
    });
    expectTrust(steps, {
      morris: trust === 'good' ? /^an input has \d+ effects, fewer than 20/u : trust,
    });
    if (!('first' in own.saltelli) || !('mu' in own.morris)) return;
    const { first, total } = own.saltelli as unknown as Record<string, number[]>;
    sobol.sobol?.[0]?.indices.forEach((index, j) => {
      near(index.first?.value, first?.[j], 8, `first ${j}`);
      near(index.total?.value, total?.[j], 8, `total ${j}`);
    });
    const { mu, muStar, sigma } = own.morris as unknown as Record<string, number[]>;
    steps.morris?.[0]?.effects.forEach((effect, j) => {
      near(effect.mu / scale, mu?.[j], 9, `mu ${j}`);
      near(effect.muStar / scale, muStar?.[j], 9, `mu* ${j}`);
      near((effect.sigma ?? NaN) / scale, sigma?.[j], 9, `sigma ${j}`);
    });
  });
});
