/** What the platform's log of a job says of single runs. */
import { expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { readRunWords } from '../../../activities/jobs/read-run-words.ts';
import { NotFoundError } from '../../../src/platform-api/index.ts';

const { signal } = new AbortController();

/** Reads a log that has these messages, or that isn't served. */
async function read(messages: readonly (string | null | undefined)[] | Error) {
  const asked: unknown[] = [];
  const platform = {
    jobs: {
      extendedLogs: (jobId: string, options: { signal?: AbortSignal }) => {
        asked.push([jobId, options.signal === signal]);
        return messages instanceof Error
          ? Promise.reject(messages)
          : Promise.resolve(messages.map((message) => ({ message })));
      },
    },
  };
  const dependencies = { platform } as unknown as ActivityDependencies;
  const words = await readRunWords(dependencies, 'j1', { signal });
  expect(asked).toEqual([['j1', true]]);
  return [...words];
}

it('is the first line of what it says last of each', async () => {
  expect(
    await read([
      'Run 1 has started',
      '  Run 12 was killed: out of memory  \nRun 3 is no line of its own',
      'Run 1 has failed',
    ]),
  ).toEqual([
    [1, 'Run 1 has failed'],
    [12, 'Run 12 was killed: out of memory'],
  ]);
});

it('is nothing where it speaks of no run, or of a number that is none', async () => {
  expect(
    await read([null, undefined, '', 'Job has started', 'Last Run 2 failed', 'Run 3rd', 'Run x']),
  ).toEqual([]);
});

it('is no longer than a sentence', async () => {
  const [[, line] = []] = await read([`Run 7 ${'x'.repeat(400)}`]);
  expect(line).toHaveLength(300);
});

it('is nothing where the platform serves no log, but a fault of our own is thrown', async () => {
  expect(await read(new NotFoundError('Not found.', { method: 'GET', path: 'x' }))).toEqual([]);
  await expect(read(new TypeError('ours'))).rejects.toThrow('ours');
});
