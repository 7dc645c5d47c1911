/** A small part of the calibration of trust; `bench/calibration` has all of it, with 200 studies each. */
import { describe, expect, it } from 'vitest';
import { calibrate, type CalibratedDesign } from '../../bench/calibration/calibrate.ts';
import { calibrateExperiment, experiments } from '../../bench/calibration/factor-studies.ts';
import { problems } from '../../bench/calibration/problems.ts';
import { calibrateSurface, errorSizes } from '../../bench/calibration/surface-studies.ts';

const problemOf = (wanted: string) => {
  const found = problems.find(({ name }) => name === wanted);
  if (!found) throw new Error(`Expected a problem ${wanted}, got none`);
  return found;
};

describe('what the summary trusts', () => {
  it.each<readonly [string, CalibratedDesign, number]>([
    ['linear', { method: 'monte-carlo', runs: 50 }, 100],
    ['exponential', { method: 'latin-hypercube', runs: 100 }, 0],
    ['product', { method: 'monte-carlo', runs: 50 }, 0],
    ['step', { method: 'monte-carlo', runs: 50 }, 100],
    ['skewed', { method: 'monte-carlo', runs: 50 }, 5],
    ['long-tailed (t, 4 degrees of freedom)', { method: 'monte-carlo', runs: 60 }, 20],
    ['a mode of one run in twenty', { method: 'monte-carlo', runs: 50 }, 0],
    ['a mode of one run in fifty, near', { method: 'monte-carlo', runs: 100 }, 1],
    ['a mode of one run in fifty, far', { method: 'monte-carlo', runs: 50 }, 0],
  ])('of %s from %o misses the truth in at most 20 of 200 studies', (name, design, leastGood) => {
    const found = calibrate(problemOf(name), design, 200);
    expect(found.length).toBeGreaterThan(1);
    for (const { estimator, quantity, missed, good } of found) {
      expect({ quantity, isCalibrated: missed <= 20 }).toEqual({ quantity, isCalibrated: true });
      if (estimator === 'moments') expect(good).toBeGreaterThanOrEqual(leastGood);
    }
  });

  it('of Student’s t from 50 runs are fewer standard deviations that miss than 16 of 200', () => {
    const problem = problemOf('long-tailed (t, 3 degrees of freedom)');
    const found = calibrate(problem, { method: 'monte-carlo', runs: 50 }, 200);
    const own = found.find(({ quantity }) => quantity === 'standard deviation');
    expect(own?.missed).toBeLessThan(16);
  });

  it('of a rare mode is never a moment where one run shows it, and counted apart where none does', () => {
    const problem = problemOf('a mode of one run in fifty');
    const found = calibrate(problem, { method: 'monte-carlo', runs: 50 }, 200);
    const own = found.find(({ quantity }) => quantity === 'standard deviation');
    expect(own?.good).toBe(0);
    expect(own?.unseen?.good).toBeGreaterThan(30);
    expect(own?.unseen?.missed).toBe(own?.unseen?.good);
  });

  it.each(['linear', 'exponential', 'product'])(
    'of %s from 20 runs are no moments, as those that show no tail lack it',
    (name) => {
      const found = calibrate(problemOf(name), { method: 'monte-carlo', runs: 20 }, 50);
      const own = found.filter(({ estimator }) => estimator === 'moments');
      expect(own.map(({ good }) => good)).toEqual([0, 0]);
    },
  );

  it('of a level that few studies trust misses the truth in at most a tenth of these', () => {
    const found = calibrate(problemOf('linear'), { method: 'monte-carlo', runs: 100 }, 1000);
    const [level] = found.filter(({ estimator }) => estimator === 'levels');
    expect(level?.good).toBeGreaterThan(40);
    expect(level?.missed).toBeLessThan((level?.good ?? 0) / 10);
  });

  it.each([
    ['Ishigami', 1000, 30],
    ['linear', 500, 20],
    ['step', 500, 20],
    ['product', 500, 1],
  ])(
    'of an index from given data of %s, %d runs, misses in at most 4 of 40',
    (name, runs, least) => {
      const found = calibrate(problemOf(name), { method: 'monte-carlo', runs }, 40);
      const own = found.filter(({ estimator }) => estimator === 'firstOrder');
      expect(own.length).toBeGreaterThan(1);
      for (const { missed, good } of own) {
        expect(missed).toBeLessThanOrEqual(4);
        expect(good).toBeGreaterThanOrEqual(least);
      }
    },
  );

  it.each(problems.map(({ name }) => name))(
    'of %s from 20 runs is no index from given data, as it is off by up to 0.4',
    (name) => {
      const found = calibrate(problemOf(name), { method: 'monte-carlo', runs: 20 }, 20);
      const own = found.filter(({ estimator }) => estimator === 'firstOrder');
      expect(own.length).toBeGreaterThan(0);
      expect(own.map(({ good }) => good)).toEqual(own.map(() => 0));
    },
  );

  it('of Ishigami’s indices are those of 1,024 base samples, not of 512, of which 23 of 200 miss', () => {
    const goodOf = (runs: number) =>
      calibrate(problemOf('Ishigami'), { method: 'saltelli', runs }, 4).map(
        ({ good, missed }) => `${good} good, ${missed} missed`,
      );
    expect(new Set(goodOf(512))).toEqual(new Set(['0 good, 0 missed']));
    expect(new Set(goodOf(1024))).toEqual(new Set(['4 good, 0 missed']));
  });

  it('of a polynomial chaos misses the truth in at most 3 of 20 studies', () => {
    const design = { method: 'latin-hypercube', runs: 60, withChaos: true } as const;
    const found = calibrate(problemOf('product'), design, 20);
    const own = found.filter(({ estimator }) => estimator === 'polynomialChaos');
    expect(own).toHaveLength(6);
    for (const { missed, good } of own) {
      expect(missed).toBeLessThanOrEqual(3);
      expect(good).toBeGreaterThanOrEqual(15);
    }
  });

  it.each(
    experiments.map((experiment) => [experiment.name, experiment.design, experiment] as const),
  )('of %s, %s, misses the truth in at most 20 of 200 studies', (name, design, experiment) => {
    const found = calibrateExperiment(experiment, 200);
    expect(found.length).toBeGreaterThan(0);
    for (const { quantity, missed, good } of found) {
      expect({ quantity, isCalibrated: missed <= 20 }).toEqual({ quantity, isCalibrated: true });
      // 25 runs don't show whether their errors are of one size.
      expect(good).toBeGreaterThanOrEqual(name.includes('normal') && design !== '5 x 5' ? 170 : 0);
    }
  });

  it.each(errorSizes)('of a surface with %s misses in at most 8 of 40', (kind) => {
    const found = calibrateSurface(kind, { dimensions: 2, runs: 60 }, 40);
    for (const { quantity, missed } of found) {
      expect({ quantity, isCalibrated: missed <= 8 }).toEqual({ quantity, isCalibrated: true });
    }
    if (kind === 'errors of one size') {
      // Each coefficient; no run at the optimum, near which too few runs lie.
      expect(found).toHaveLength(6);
      for (const { good } of found) expect(good).toBeGreaterThan(30);
    }
  });
});
