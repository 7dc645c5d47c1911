/** A small part of the calibration of trust; `bench/calibration` has all of it, with 200 studies each. */
import { describe, expect, it } from 'vitest';
import { calibrate, type CalibratedDesign } from '../../bench/calibration/calibrate.ts';
import { problems } from '../../bench/calibration/problems.ts';

const problemOf = (wanted: string) => {
  const found = problems.find(({ name }) => name === wanted);
  if (!found) throw new Error(`Expected a problem ${wanted}, got none`);
  return found;
};

describe('what the summary trusts', () => {
  it.each<readonly [string, CalibratedDesign, number]>([
    ['linear', { method: 'monte-carlo', runs: 20 }, 100],
    ['exponential', { method: 'monte-carlo', runs: 20 }, 0],
    ['exponential', { method: 'latin-hypercube', runs: 100 }, 0],
    ['product', { method: 'monte-carlo', runs: 20 }, 5],
    ['step', { method: 'monte-carlo', runs: 20 }, 100],
  ])('of %s from %o misses the truth in at most 20 of 200 studies', (name, design, leastGood) => {
    const found = calibrate(problemOf(name), design, 200);
    expect(found.length).toBeGreaterThan(1);
    for (const { quantity, missed, good } of found) {
      expect({ quantity, isCalibrated: missed <= 20 }).toEqual({ quantity, isCalibrated: true });
      expect(good).toBeGreaterThanOrEqual(leastGood);
    }
  });
});
