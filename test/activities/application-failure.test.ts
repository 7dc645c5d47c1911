import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import { isFault, toApplicationFailure } from '../../activities/application-failure.ts';
import { ResultError, StorageError } from '../../src/errors.ts';
import {
  AuthenticationError,
  ConflictError,
  RateLimitError,
  ServerError,
} from '../../src/platform-api/index.ts';

const call = { method: 'POST', path: '/api/v2/jobs/', status: 503, requestId: 'r-17' };
const bare = { method: 'POST', path: '/api/v2/jobs/' };

describe('what Temporal is told of an error', () => {
  it('is the error itself where it is in Temporal’s words already', () => {
    for (const error of [ApplicationFailure.nonRetryable('no'), new CancelledFailure('over')]) {
      expect(toApplicationFailure(error)).toBe(error);
    }
  });

  it('of a step that another worker can do is told to it soon, and without a storm where none comes', () => {
    for (const type of ['STUDY_ELSEWHERE', 'PLATFORM_DIFFERS', 'API_ACCOUNT_UNKNOWN']) {
      const error = ApplicationFailure.create({ type, message: 'not here' });
      const waits = (from: number): unknown[] =>
        Array.from({ length: 16 }, (_, tries) => {
          const failure = toApplicationFailure(error, from + tries);
          expect(failure).toMatchObject({ type, message: 'not here', nonRetryable: false });
          return (failure as ApplicationFailure).nextRetryDelay;
        });
      expect(new Set(waits(1))).toEqual(new Set([150, 3_000]));
      expect(waits(1).filter((ms) => ms === 3_000)).toHaveLength(2);
      expect(waits(801).filter((ms) => ms === 15_000)).toHaveLength(2);
    }
  });

  it('of a refused token is retried, as a person gives another one', () => {
    expect(toApplicationFailure(new AuthenticationError('Invalid token.', bare))).toMatchObject({
      ...{ type: 'API_AUTHENTICATION', nextRetryDelay: 3_000 },
      message: '[POST] /api/v2/jobs/: Invalid token.',
    });
  });

  it('of a failing platform is retried soon, with the id by which its operator finds the request', () => {
    expect(toApplicationFailure(new ServerError('Oops.', call))).toMatchObject({
      ...{ type: 'API_SERVER', nonRetryable: false, nextRetryDelay: 3_000 },
      ...{ message: '[POST] /api/v2/jobs/: 503 Oops.' },
      details: [{ status: 503, requestId: 'r-17' }],
    });
    expect(toApplicationFailure(new ServerError('Oops.', bare))).toMatchObject({
      details: [{ status: null, requestId: null }],
    });
  });

  it('of a used-up budget is retried as late as the platform asked', () => {
    expect(toApplicationFailure(new RateLimitError('Slow down', 70_000, call))).toMatchObject({
      ...{ type: 'API_RATE_LIMIT', nonRetryable: false, nextRetryDelay: 70_000 },
    });
  });

  it('of a refusal is not retried', () => {
    const failure = toApplicationFailure(new ConflictError('It is taken', call));
    expect(failure).toMatchObject({ type: 'API_CONFLICT', nonRetryable: true });
    expect((failure as ApplicationFailure).nextRetryDelay).toBeUndefined();
  });

  it.each(['STORAGE_DAMAGED', 'STORAGE_FAULT'] as const)(
    'of what a storage gave wrong is retried some times, as it may have been wrong on its way alone: %s',
    (code) => {
      const error = new StorageError(code, 's3://studies/a arrived with a wrong checksum');
      const isFinal = (attempt?: number): unknown =>
        (toApplicationFailure(error, attempt) as ApplicationFailure).nonRetryable;
      expect([1, 2, 3, 4, undefined].map(isFinal)).toEqual([false, false, false, true, true]);
      const refused = new StorageError('STORAGE_REFUSED', 'There is no such bucket');
      expect(toApplicationFailure(refused, 1)).not.toMatchObject({ type: code });
    },
  );

  it('of a bad result has the hint, and is not retried', () => {
    const error = (hint?: string): Error =>
      new ResultError('RESULT_X', 'No number', hint === undefined ? {} : { hint });
    expect(toApplicationFailure(error())).toMatchObject({
      ...{ type: 'RESULT_X', message: 'No number', nonRetryable: true },
    });
    expect(toApplicationFailure(error('Name the column'))).toMatchObject({
      ...{ message: 'No number (Name the column)', nonRetryable: true },
    });
  });

  it('of storage that comes back is retried soon, of other storage not', () => {
    expect(
      toApplicationFailure(new StorageError('STORAGE_UNREACHABLE', 'No answer')),
    ).toMatchObject({
      ...{ type: 'STORAGE_UNREACHABLE', message: 'No answer', nextRetryDelay: 3_000 },
      nonRetryable: false,
    });
    expect(toApplicationFailure(new StorageError('STORAGE_KIND', 'Odd'))).toMatchObject({
      ...{ type: 'STORAGE_KIND', nonRetryable: true },
    });
  });

  it('of a full disk is retried soon under the system’s own code', () => {
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC', errno: -28 });
    expect(toApplicationFailure(full)).toMatchObject({
      ...{ type: 'ENOSPC', message: 'no space left', nextRetryDelay: 3_000, nonRetryable: false },
    });
  });

  it('of a fault of the program says that it is one, and keeps the cause', () => {
    const faults = [
      new TypeError('x is undefined'),
      new RangeError('too long'),
      new ReferenceError('y'),
      new SyntaxError('z'),
    ];
    for (const fault of faults) {
      expect(isFault(fault)).toBe(true);
      expect(toApplicationFailure(fault)).toMatchObject({
        ...{ type: 'ENGINE_FAULT', nonRetryable: false, cause: fault },
        message: `A fault in doeflow: ${fault.name}: ${fault.message}`,
      });
    }
    expect(isFault(new Error('odd'))).toBe(false);
    expect(toApplicationFailure(new Error('odd'))).toMatchObject({
      ...{ type: 'Error', message: 'odd', nonRetryable: false },
    });
  });
});
