import { expect, it } from 'vitest';
import { countsAtEnd } from '../../src/summary/index.ts';

it('runs that were stopped are apart from those that failed, and the rest of an ended study is withdrawn', () => {
  const failures = [
    { reason: 'exit-code', count: 1 },
    { reason: 'stopped', count: 2 },
  ] as const;
  const runs = { total: 10, done: 4, failed: 3, submitted: 7 };
  expect(countsAtEnd({ state: 'Stopped', runs, failures })).toEqual({
    status: 'Stopped',
    runs: { total: 10, done: 4, failed: 1, stopped: 2, submitted: 7, withdrawn: 3 },
    failures: [{ reason: 'exit-code', count: 1 }],
  });
});
