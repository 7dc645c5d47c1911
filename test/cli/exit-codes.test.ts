import { describe, expect, it } from 'vitest';
import { DesignError, ResultError, StudyError, UsageError } from '../../src/errors.ts';
import { exitCodeMeanings, exitCodeOf, exitCodes } from '../../src/cli/exit-codes.ts';
import { PlatformError } from '../../src/platform-api/index.ts';

function withCode(code: string): Error {
  return Object.assign(new Error('x'), { code });
}

function grpc(code: number): Error {
  return new Error('Failed', { cause: Object.assign(new Error('x'), { code, details: 'y' }) });
}

describe('exit codes', () => {
  it.each([
    ['a usage error without a code of its own', new UsageError('USAGE_X', 'x'), 2],
    ['a refusal', new UsageError('USAGE_X', 'x', { exitCode: 5 }), 5],
    ['something not found', new UsageError('USAGE_X', 'x', { exitCode: 6 }), 6],
    ['a study file', new StudyError('STUDY_INVALID', []), 2],
    ['a design', new DesignError('DESIGN_RUNS', 'x'), 2],
    ['a result', new ResultError('RESULT_X', 'x'), 1],
    ['a token that the platform refused', withCode('API_AUTHENTICATION'), 4],
    ['a platform that does not answer', withCode('API_CONNECTION'), 7],
    ['a platform that limits its rate', withCode('API_RATE_LIMIT'), 7],
    ['a thing that the platform does not have', withCode('API_NOT_FOUND'), 6],
    ['a request that the platform refused', withCode('API_INVALID_REQUEST'), 5],
    ['a study that broke', withCode('STUDY_BROKEN'), 3],
    ['a Temporal server that does not answer', grpc(14), 7],
    ['a Temporal server that refuses us', grpc(16), 4],
    ['a fault of ours', new TypeError('x'), 1],
    ['a value that is no error', 'x', 1],
  ])('says %s is its code', (_what, error, code) => {
    expect(exitCodeOf(error)).toBe(code);
  });

  it('gives a meaning to every code, in ascending order', () => {
    expect(exitCodeMeanings.map(([code]) => code)).toEqual(
      Object.values(exitCodes).sort((a, b) => a - b),
    );
  });

  it('knows the platform client by the shape of its errors', () => {
    expect(Object.prototype.isPrototypeOf.call(Error.prototype, PlatformError.prototype)).toBe(
      true,
    );
  });
});
