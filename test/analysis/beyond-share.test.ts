import { expect, it } from 'vitest';
import { farthestBeyond } from '../../src/analysis/beyond-share.ts';
import { reportInput } from '../report/report-kit.ts';

it('an interval that reaches far beyond 0 and 1 is named, the farthest of several', () => {
  const found = farthestBeyond([
    { value: 0.9, halfWidth: 0.5, name: 'a' },
    { value: 0, halfWidth: 0.84, name: 'c' },
  ]);
  expect(found).toMatchObject({ share: { name: 'c' }, words: 'from -0.84 to 0.84' });
});

it('a narrow one, or one that ends near 0 or 1, is none', () => {
  expect(farthestBeyond([{ value: -0.06, halfWidth: 0.09 }])).toBeUndefined();
  expect(farthestBeyond([{ value: 0.5, halfWidth: 0.55 }])).toBeUndefined();
  expect(farthestBeyond([{ value: 0.5 }])).toBeUndefined();
  expect(farthestBeyond([])).toBeUndefined();
});

it('an index of too few base samples says that they are too few, in the summary', async () => {
  const { summary } = await reportInput({
    design: '{method: saltelli, baseSamples: 16, seed: 3}',
    inputs: ['a', 'b', 'c']
      .map(
        (name) =>
          `  - {name: ${name}, type: Param, generator: Uniform, settings: {minvalue: 0, maxvalue: 1}}`,
      )
      .join('\n'),
    model: ([a = 0, b = 0]) => a + (b > 0.9 ? 5 : 0),
  });
  const { reasons, trust } =
    summary.estimators.find(({ estimator }) => estimator === 'sobol') ?? {};
  expect(trust).toBe('limited');
  expect(reasons?.join('; ')).toMatch(
    /the interval of the (?:first|total) index of [abc] is ± \d\.\d+: more base samples make it narrower/u,
  );
  expect(reasons?.join('; ')).toMatch(
    /index of \w has an interval from -?[\d.]+ to [\d.]+, though an index lies between 0 and 1: 16 base samples are too few to tell it/u,
  );
});
