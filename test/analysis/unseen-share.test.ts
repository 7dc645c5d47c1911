import { describe, expect, it } from 'vitest';
import { summariseStudy } from '../../src/analysis/index.ts';
import { summariseMoments } from '../../src/analysis/summarise-response.ts';

const values = Float64Array.from({ length: 50 }, (_, run) => Math.sin(run));

describe('the share of a distribution that no run may have shown', () => {
  it('escapes as many runs in one study of twenty', () => {
    const share = summariseMoments({ name: 'y', values })?.unseenShare ?? NaN;
    expect((1 - share) ** 50).toBeCloseTo(0.05, 12);
    const surer = summariseMoments({ name: 'y', values }, { confidence: 0.99 })?.unseenShare ?? NaN;
    expect((1 - surer) ** 50).toBeCloseTo(0.01, 12);
  });

  it('counts the draws of the inputs, and no runs without a value', () => {
    const draws = Uint32Array.from(values, (_, run) => run % 10);
    const share = summariseMoments({ name: 'y', values }, {}, draws)?.unseenShare;
    expect(share).toBeCloseTo(1 - 0.05 ** 0.1, 12);
    const some = values.map((value, run) => (run < 30 ? value : NaN));
    const fewer = summariseMoments({ name: 'y', values: some })?.unseenShare;
    expect(fewer).toBeCloseTo(1 - 0.05 ** (1 / 30), 12);
  });

  it.each([
    ['monte-carlo', true],
    ['latin-hypercube', true],
    ['full-factorial', false],
    ['morris', false],
    ['saltelli', false],
  ] as const)('is given for a design %s: %s', (method, isGiven) => {
    const x = values.map((_, run) => run % 2);
    const { moments } = summariseStudy(
      {
        accepted: Array.from(values, () => true),
        columns: [
          { name: 'x', role: 'input', values: x },
          { name: 'y', role: 'output', values },
        ],
      },
      { method, options: {}, seed: 1, variables: ['x'] },
    );
    expect(moments['y'] && 'unseenShare' in moments['y']).toBe(isGiven);
  });
});
