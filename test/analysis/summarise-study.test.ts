import { describe, expect, it } from 'vitest';
import { summariseStudy, type StudyStructure, type StudyTable } from '../../src/analysis/index.ts';
import { createUnitDesign } from '../design/unit-design.ts';
import type { DesignSpec } from '../../src/design/index.ts';

function ishigamiTable(method: DesignSpec['method'], given: Partial<DesignSpec>): StudyTable {
  const design = createUnitDesign(method, 3, given, [-Math.PI, Math.PI]);
  const inputs = design.block(0, design.rowCount) as Float64Array[];
  const y = Float64Array.from({ length: design.rowCount }, (_, row) => {
    const [a = 0, b = 0, c = 0] = inputs.map((column) => column[row] ?? 0);
    return Math.sin(a) + 7 * Math.sin(b) ** 2 + 0.1 * c ** 4 * Math.sin(a);
  });
  return {
    accepted: new Uint8Array(design.rowCount).fill(1),
    columns: [
      ...inputs.map((values, index) => ({ name: `x${index}`, role: 'input' as const, values })),
      { name: 'y', role: 'output', values: y },
    ],
  };
}

const variables = ['x0', 'x1', 'x2'];

describe("Ishigami's function", () => {
  it("has its published Sobol' indices from Saltelli blocks", () => {
    const table = ishigamiTable('saltelli', {
      seed: 7,
      options: { baseSamples: 4096, secondOrder: true },
    });
    const structure: StudyStructure = {
      method: 'saltelli',
      options: { secondOrder: true },
      seed: 1,
      variables,
    };
    const [found] = summariseStudy(table, structure).sobol ?? [];
    const first = [0.3139051911, 0.4424111448, 0];
    const total = [0.5575888552, 0.4424111448, 0.2436836641];
    expect(found?.blocks).toBe(4096);
    found?.indices.forEach((index, j) => {
      expect(Math.abs((index.first?.value ?? 9) - (first[j] ?? 0))).toBeLessThan(0.005);
      expect(Math.abs((index.total?.value ?? 9) - (total[j] ?? 0))).toBeLessThan(0.005);
    });
    const pair = found?.second.find(({ variables: names }) => names.join() === 'x0,x2');
    expect(Math.abs((pair?.index.value ?? 9) - 0.2436836641)).toBeLessThan(0.01);
  });

  it('is unbiased by failed runs, which are named', () => {
    const table = ishigamiTable('saltelli', { options: { baseSamples: 4096 } });
    const accepted = table.accepted as Uint8Array;
    for (let run = 0; run < accepted.length; run += 37) accepted[run] = 0;
    const structure: StudyStructure = { method: 'saltelli', options: {}, seed: 1, variables };
    const summary = summariseStudy(table, structure);
    const index = summary.sobol?.[0]?.indices[1];
    expect(Math.abs((index?.first?.value ?? 9) - 0.4424)).toBeLessThan(0.03);
    expect(index?.first?.blocks).toBeLessThan(4096);
    expect(summary.warnings.join()).toMatch(/blocks that have all its runs/);
    expect(summary.runsToRepeat.slice(0, 2)).toEqual([1, 38]);
  });

  it('keeps cases of a row apart', () => {
    const single = ishigamiTable('saltelli', { options: { baseSamples: 64 } });
    const twice: StudyTable = {
      accepted: new Uint8Array(single.accepted.length * 2).fill(1),
      columns: single.columns.map((column) => ({
        ...column,
        values: Float64Array.from(
          { length: single.accepted.length * 2 },
          (_, run) => Number(column.values[run >> 1]) * (column.name === 'y' && run % 2 ? 3 : 1),
        ),
      })),
    };
    const structure: StudyStructure = { method: 'saltelli', options: {}, seed: 1, variables };
    const [alone] = summariseStudy(single, structure).sobol ?? [];
    const cases = summariseStudy(twice, { ...structure, cases: 2 }).sobol ?? [];
    expect(cases.map((entry) => entry.case)).toEqual([1, 2]);
    expect(cases[1]?.indices[0]?.total?.value).toBeCloseTo(
      alone?.indices[0]?.total?.value ?? NaN,
      10,
    );
  });

  it('has its mean and deviation by a Latin hypercube, with intervals, percentiles and convergence', () => {
    const table = ishigamiTable('latin-hypercube', { runs: 1024 });
    const { moments, sensitivity, convergence } = summariseStudy(table);
    expect(Math.abs((moments['y']?.mean ?? 0) - 3.5)).toBeLessThan(0.16);
    expect(Math.abs((moments['y']?.standardDeviation ?? 0) - 3.7208)).toBeLessThan(0.21);
    expect(moments['y']?.confidence?.mean[0]).toBeLessThan(3.5);
    expect(Math.abs((moments['y']?.percentiles[95] ?? 0) - 9.3)).toBeLessThan(0.9);
    expect(convergence['y']?.at(-1)?.runs).toBe(1024);
    expect(sensitivity[0]?.r2).toBeLessThan(0.4);
    expect(sensitivity[0]?.inputs[0]?.src).toBeGreaterThan(0.3);
  });

  it('screens as Morris says: all three matter, none is linear', () => {
    const table = ishigamiTable('morris', { options: { trajectories: 50 } });
    const structure: StudyStructure = { method: 'morris', options: {}, seed: 1, variables };
    const [found] = summariseStudy(table, structure).morris ?? [];
    expect(found?.effects.map(({ count }) => count)).toEqual([50, 50, 50]);
    for (const effect of found?.effects ?? []) expect(effect.muStar).toBeGreaterThan(2);
  });
});

it('says so when failures go with an input', () => {
  const table = ishigamiTable('monte-carlo', { runs: 200 });
  const x0 = table.columns[0]?.values as Float64Array;
  const accepted = Uint8Array.from(x0, (x) => (x > 2.5 ? 0 : 1));
  const summary = summariseStudy({ ...table, accepted });
  expect(summary.failureBias.map(({ input, side }) => [input, side])).toEqual([['x0', 'high']]);
  expect(summary.warnings[0]).toMatch(/Failures go together with high values of x0/);
});

it('finds the runs that no other beats, by the goals', () => {
  const table: StudyTable = {
    accepted: [true, true, true, true],
    columns: [
      { name: 'x', role: 'input', values: Float64Array.of(1, 2, 3, 4) },
      { name: 'cost', role: 'objective', values: Float64Array.of(1, 2, 3, 3) },
      { name: 'life', role: 'objective', values: Float64Array.of(1, 5, 4, 6) },
    ],
  };
  const structure: StudyStructure = {
    method: 'monte-carlo',
    options: {},
    seed: 1,
    variables: ['x'],
  };
  expect(summariseStudy(table, { ...structure, goals: { life: 'maximize' } }).paretoFront).toEqual([
    1, 2, 4,
  ]);
});

it('survives a study without any accepted run', () => {
  const summary = summariseStudy({
    accepted: [false, false],
    columns: [
      { name: 'x', role: 'input', values: Float64Array.of(1, 2) },
      { name: 'y', role: 'output', values: Float64Array.of(NaN, NaN) },
    ],
  });
  expect(summary.runs).toEqual({ total: 2, accepted: 0 });
  expect(summary.moments).toEqual({});
  expect(JSON.stringify(summary)).not.toContain('null');
});

it('gives the front of the runs that keep all constraints, and says where none does', () => {
  const column = (name: string, role: 'objective' | 'constraint', values: number[]) => ({
    ...{ name, role },
    values: Float64Array.from(values),
  });
  const table = (ok: number[]) => ({
    accepted: [true, true, true, true, false],
    columns: [
      column('mass', 'objective', [1, 2, 3, 4, 0]),
      column('cost', 'objective', [1, 5, 4, 4, 0]),
      column('ok', 'constraint', ok),
    ],
  });
  const free = summariseStudy(table([1, 1, 1, 1, 1]));
  expect([free.paretoFront, free.frontRuns]).toEqual([[1], 4]);
  const some = summariseStudy(table([0, 1, 1, 1, 1]));
  expect([some.paretoFront, some.frontRuns]).toEqual([[2, 3], 3]);
  expect(some.hypervolume?.reference).toEqual({ mass: 4, cost: 5 });
  // A constraint without a value isn't kept.
  expect(summariseStudy(table([0, NaN, 1, 1, 1])).paretoFront).toEqual([3]);
  const none = summariseStudy(table([0, 0, 0, 0, 0]));
  expect([none.paretoFront, none.hypervolume]).toEqual([[], undefined]);
  const judged = none.estimators.find(({ estimator }) => estimator === 'paretoFront');
  expect(judged?.reasons.join()).toContain('no run keeps all constraints');
});

it('judges a front by the runs that keep all constraints', () => {
  const x = Float64Array.from({ length: 40 }, (_, row) => ((row * 7) % 40) / 40);
  const wave = x.map((value) => (value * 13) % 1);
  const kept = x.map((_, row) => (row < 12 ? 1 : 0));
  const { estimators } = summariseStudy({
    accepted: Array.from(x, () => true),
    columns: [
      { name: 'mass', role: 'objective', values: x },
      { name: 'cost', role: 'objective', values: wave },
      { name: 'ok', role: 'constraint', values: kept },
    ],
  });
  const judged = estimators.find(({ estimator }) => estimator === 'paretoFront');
  expect(judged?.reasons).toEqual([
    '12 runs that keep all constraints show little of what can be reached',
  ]);
});

describe('a Pareto front', () => {
  const x = Float64Array.from({ length: 60 }, (_, row) => ((Math.floor(row / 2) * 7) % 30) / 30);
  const judge = (mass: Float64Array, cost: Float64Array, ok = x.map(() => 1)) => {
    const { estimators } = summariseStudy(
      {
        accepted: Array.from(x, () => true),
        columns: [
          { name: 'x', role: 'input', values: x },
          { name: 'mass', role: 'objective', values: mass },
          { name: 'cost', role: 'objective', values: cost },
          { name: 'ok', role: 'constraint', values: ok },
        ],
      },
      { method: 'monte-carlo', replicates: 2, options: {}, seed: 1, variables: ['x'] },
    );
    return estimators.filter(({ estimator }) => estimator === 'paretoFront');
  };
  const wave = x.map((value) => (value * 13) % 1);

  it('is one, and has one trust: a value that an objective lacks speaks against both', () => {
    const lacking = wave.map((value, row) => (row < 4 ? NaN : value));
    const [mass, cost] = judge(x, lacking);
    expect([mass?.trust, cost?.trust]).toEqual(['limited', 'limited']);
    expect([mass?.used, cost?.used]).toEqual([56, 56]);
    expect(mass?.reasons.join()).toContain('4 of 60 runs lack an objective or a constraint');
  });

  it('of noisy runs is limited where runs of the same inputs show the noise', () => {
    expect(judge(x, wave).map(({ trust }) => trust)).toEqual(['good', 'good']);
    const noisy = wave.map((value, row) => value + (row % 2 === 0 ? 0.05 : -0.05));
    for (const { reasons } of judge(x, noisy))
      expect(reasons.join()).toContain(
        'runs of the same inputs differ in cost, so the front holds those that were lucky',
      );
  });

  it('of exact objectives is limited where a constraint differs between runs of the same inputs', () => {
    const kept = x.map((_, row) => Number(row % 2 === 0));
    const judged = judge(x, wave, kept);
    expect(judged).toHaveLength(2);
    for (const { reasons } of judged)
      expect(reasons.join()).toContain('runs of the same inputs differ in ok');
  });
});
