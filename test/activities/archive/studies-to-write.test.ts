import { expect, it } from 'vitest';
import { studiesToWrite } from '../../../activities/archive/studies-to-write.ts';
import type { JobChoice } from '../../../src/archive/index.ts';

const job = (jobId: string, choice: JobChoice['choice'], studyId?: string): JobChoice => ({
  ...{ jobId, name: jobId, choice, row: '' },
  ...(studyId === undefined ? {} : { studyId }),
});
const night = (nth: number): string => `2026-03-0${nth}T03:00:00.000Z`;

it('are those of the chosen jobs, and those whose crate an earlier pass failed to write', async () => {
  const crates: Readonly<Record<string, string>> = { whole: night(2), behind: night(1) };
  const choices = [
    job('a', 'new', 'chosen'),
    job('b', 'unchanged', 'whole'),
    job('c', 'unchanged', 'behind'),
    job('d', 'unchanged', 'behind'),
    job('e', 'unchanged', 'none'),
    job('f', 'unchanged'),
    job('g', 'open-study', 'open'),
  ];
  const archived: Readonly<Record<string, string>> = { b: night(2), c: night(1), d: night(2) };
  expect(
    await studiesToWrite(
      { crateWrittenAt: (studyId) => Promise.resolve(crates[studyId]) },
      choices,
      (jobId) => Promise.resolve(archived[jobId] ?? night(1)),
    ),
  ).toEqual(['behind', 'chosen', 'none']);
});
