import {
  ActivityFailure,
  ApplicationFailure,
  RetryState,
  TimeoutFailure,
  TimeoutType,
} from '@temporalio/common';
import { expect, it } from 'vitest';
import { isOutOfTime } from '../../workflows/sealing/believed.ts';

const failure = (retryState: RetryState, cause: Error) =>
  new ActivityFailure('it failed', 'readPrice', '7', retryState, undefined, cause);
const timeout = (type: TimeoutType) => new TimeoutFailure('late', undefined, type);

it('the time of an activity is over when the server says so, in either of its ways', () => {
  const answer = ApplicationFailure.create({ message: 'in ten years', type: 'API_SERVER' });
  expect(isOutOfTime(failure(RetryState.TIMEOUT, answer))).toBe(true);
  const late = timeout(TimeoutType.SCHEDULE_TO_CLOSE);
  expect(isOutOfTime(failure(RetryState.NON_RETRYABLE_FAILURE, late))).toBe(true);
});

it('it is not over when one try took too long, when nothing can heal, or when a try was the last one', () => {
  const answer = ApplicationFailure.nonRetryable('no such job', 'API_NOT_FOUND');
  expect(isOutOfTime(failure(RetryState.NON_RETRYABLE_FAILURE, answer))).toBe(false);
  for (const type of [TimeoutType.HEARTBEAT, TimeoutType.START_TO_CLOSE]) {
    expect(isOutOfTime(failure(RetryState.MAXIMUM_ATTEMPTS_REACHED, timeout(type)))).toBe(false);
  }
  expect(isOutOfTime(answer)).toBe(false);
});
