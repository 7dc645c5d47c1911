import { expect, it } from 'vitest';
import { leftOut } from '../../src/report/figure-block.ts';

it('what no figure shows is named, and nothing where all is shown', () => {
  expect(leftOut(['a', 'b'], 2, 'responses')).toEqual([]);
  const [block] = leftOut(['a', 'b', 'c', 'd'], 2, 'responses');
  expect(block).toMatchObject({
    kind: 'absent',
    text: 'The figures are of the first 2 of 4 responses. Left out: c, d; summary.json has the numbers of all.',
  });
  const many = leftOut(
    Array.from({ length: 14 }, (_, index) => `y${index}`),
    2,
    'responses',
  );
  expect(many[0]).toMatchObject({ text: expect.stringContaining('y11, and 2 more') as string });
});
