import { expect, it } from 'vitest';
import { planFiles, inputFilesOf } from '../../../activities/archive/bag-plan.ts';
import { outcomeOfError, JobFault } from '../../../activities/archive/job-fault.ts';
import { whatToDo } from '../../../activities/archive/what-to-do.ts';
import type { ToldJob } from '../../../src/archive/index.ts';
import { ResultError } from '../../../src/errors.ts';
import {
  AuthenticationError,
  ConflictError,
  NotFoundError,
  ServerError,
  type Job,
  type PlatformFile,
} from '../../../src/platform-api/index.ts';

const told = (...whats: readonly string[]): string[] =>
  whatToDo({
    ...{ archive: 'nightly', awaitingApproval: 0, isLost: false },
    jobs: whats.map((what) => ({ what }) as unknown as ToldJob),
  });

it('a pass in which all went well asks nothing of anybody', () => {
  expect(told()).toEqual([]);
  expect(told('proven', 'deleted', 'running', 'later', 'left', 'gone')).toEqual([]);
});

it('a pass says of each kind of trouble what a person can do, once', () => {
  for (const what of ['failed', 'unreadable', 'archived']) {
    expect(told(what, what)).toEqual([expect.stringMatching(/doeflow archive trigger nightly$/u)]);
  }
  expect(told('refused')).toEqual([expect.stringMatching(/^What wasn’t deleted stays/u)]);
  expect(told('open-study')).toEqual([expect.stringMatching(/doeflow list, doeflow stop$/u)]);
  expect(told('refused', 'failed', 'open-study')).toHaveLength(3);
  const lost = { archive: 'nightly', jobs: [], awaitingApproval: 0, isLost: true };
  expect(whatToDo(lost)).toEqual([expect.stringMatching(/^What failed is taken up/u)]);
});

it('a pass asks for a word about the jobs that it would delete', () => {
  const waits = (awaitingApproval: number): string[] =>
    whatToDo({ ...{ archive: 'nightly', jobs: [], isLost: false }, awaitingApproval });
  expect(waits(1)).toEqual([
    '1 proven job waits for your word before they are deleted: doeflow archive approve nightly',
  ]);
  expect(waits(2)[0]).toMatch(/^2 proven jobs wait for your word/u);
});

it('an error is a job’s own where no further try can mend it, and is never told of a job where it heals', () => {
  const call = { method: 'GET', path: '/x/' };
  const of = (error: unknown, attempt = 1) => outcomeOfError(error, 'a', attempt);
  expect(of(new JobFault('left', 'It runs'))).toEqual({ outcome: 'left', reason: 'It runs' });
  expect(of(new NotFoundError('no', call))).toEqual({
    ...{ outcome: 'gone', reason: 'Job a isn’t on the platform any more' },
  });
  for (const error of [new ConflictError('taken', call), new ResultError('RESULT_X', 'odd')]) {
    expect(of(error)).toEqual({ outcome: 'failed', reason: error.message });
  }
  for (const error of [new ServerError('Oops.', call), new AuthenticationError('no', call)]) {
    expect(() => of(error, 99)).toThrow(error);
  }
  // One that nobody knows is tried three times.
  const odd = new TypeError('x is undefined');
  expect(() => of(odd, 3)).toThrow(odd);
  expect(of(odd, 4)).toEqual({ outcome: 'failed', reason: 'x is undefined' });
  expect(of('a text', 4)).toEqual({ outcome: 'failed', reason: 'a text' });
});

it('a bag has each input once, and each file of a run under its run; equal names stay apart', () => {
  const file = (id: string, name: string, more: object = {}): PlatformFile =>
    ({ id, name, ...more }) as PlatformFile;
  const job = {
    jobanalyses: [
      {
        inputFiles: [file('f2', 'b.dat'), file('f1', 'a.dat')],
        templateTasks: [{ templateFile: file('f1', 'a.dat') }],
        preProcessScript: null,
        postProcessScript: file('f3', ''),
      },
    ],
    ...{ paramFile: file('f4', 'param.csv'), caseFile: null },
  } as unknown as Job;
  expect(inputFilesOf(job).map(({ id, name }) => [id, name])).toEqual([
    ['f2', 'b.dat'],
    ['f1', 'a.dat'],
    ['f3', 'f3'],
    ['f4', 'param.csv'],
  ]);
  const outputs = [
    file('o2', 'out.txt', { path: 'jobs/j/run2/out.txt', relativePath: 'sub/out.txt' }),
    file('o1', 'job.log', { path: 'jobs/j/job.log' }),
    file('o0', 'job.log', { path: 'jobs/j/job.log' }),
  ];
  expect(planFiles(job, outputs).map(({ path, role, run }) => [path, role, run])).toEqual([
    ['inputs/f1/a.dat', 'input', undefined],
    ['inputs/f2/b.dat', 'input', undefined],
    ['inputs/f3/f3', 'input', undefined],
    ['inputs/f4/param.csv', 'input', undefined],
    ['outputs/job/job.log', 'output', undefined],
    ['outputs/job/job.log o1', 'output', undefined],
    ['outputs/run2/sub/out.txt', 'output', 2],
  ]);
});
