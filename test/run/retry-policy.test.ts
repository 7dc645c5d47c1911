import { expect, it } from 'vitest';
import { causeOf, failureReasonNames, mayRetry, spend } from '../../src/run/index.ts';

const retries = { platform: 2, timeout: 0, solver: 1, output: 0 };

it('a run is tried again for each cause as often as the study allows for it', () => {
  expect(mayRetry('cut', { platform: 1 }, retries)).toBe(true);
  expect(mayRetry('cut', { platform: 2 }, retries)).toBe(false);
  expect(mayRetry('process', { platform: 2 }, retries)).toBe(true);
  expect(mayRetry('process', { solver: 1 }, retries)).toBe(false);
  expect(mayRetry('exit-code', spend({}, 'process'), retries)).toBe(false);
});

it('only what people stopped on purpose has no cause and is never tried again', () => {
  expect(failureReasonNames.filter((reason) => causeOf(reason) === undefined)).toEqual(['stopped']);
  expect(mayRetry('stopped', {}, retries)).toBe(false);
  expect(spend({ solver: 1 }, 'stopped')).toEqual({ solver: 1 });
});
