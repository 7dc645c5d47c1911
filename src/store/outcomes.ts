/** What became of each run, one line of JSON an outcome, one file a job. */
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { ResultError } from '../errors.ts';
import type { RunOutcome } from '../run/run-outcome.ts';
import type { FailureReason } from '../run/run-state.ts';
import { writeFileAtomic } from '../files/index.ts';

function inWords(status: 'Done' | 'Failed' | 'done' | 'failed'): RunOutcome['status'] {
  return status.toLowerCase() === 'done' ? 'Done' : 'Failed';
}

const outcomeSchema = z.object({
  run: z.number().int(),
  attempt: z.number().int(),
  jobNumber: z.number().int(),
  platformJob: z.string().optional(),
  platformRun: z.number().int().optional(),
  // Stores of earlier versions have them in lower case.
  status: z.enum(['Done', 'Failed', 'done', 'failed']).transform(inWords),
  reason: z
    .string()
    .transform((text) => text as FailureReason)
    .optional(),
  exitCode: z.number().int().optional(),
  message: z.string().optional(),
  values: z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.null()])),
  startedAt: z.string().optional(),
  endedAt: z.string().optional(),
  elapsedSeconds: z.number().optional(),
});

/** Writes a job's outcomes whole. */
export async function writeOutcomes(path: string, outcomes: readonly RunOutcome[]): Promise<void> {
  const text = outcomes.map((outcome) => `${JSON.stringify(outcome)}\n`).join('');
  await writeFileAtomic(path, (aside) => writeFile(aside, text));
}

/** @throws ResultError RESULT_STORE when a line isn't an outcome. */
export async function readOutcomes(path: string): Promise<RunOutcome[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line, index) => {
    const parsed = outcomeSchema.safeParse(parseLine(line));
    if (parsed.success) return parsed.data;
    throw new ResultError(
      'RESULT_STORE',
      `Expected an outcome in line ${index + 1} of ${path}, got something else`,
    );
  });
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
