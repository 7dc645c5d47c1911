/** What became of each run, one line of JSON an outcome, one file a job. */
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { ResultError } from '../errors.ts';
import type { FailureReason } from '../run/run-state.ts';
import { writeFileAtomic } from './write-file-atomic.ts';

/** What a response came to; null where it couldn't be read. */
export type OutcomeValue = number | string | boolean | null;

/** One attempt of one run. */
export interface RunOutcome {
  readonly run: number;
  /** 1 for the first. */
  readonly attempt: number;
  /** Number of the job within the study. */
  readonly jobNumber: number;
  readonly platformJob?: string | undefined;
  readonly platformRun?: number | undefined;
  readonly status: 'Done' | 'Failed';
  readonly reason?: FailureReason | undefined;
  readonly exitCode?: number | undefined;
  readonly message?: string | undefined;
  /** Outputs, constraints and objectives by name. */
  readonly values: Readonly<Record<string, OutcomeValue>>;
  readonly startedAt?: string | undefined;
  readonly endedAt?: string | undefined;
  readonly elapsedSeconds?: number | undefined;
}

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

/**
 * The outcome that counts for each run, whatever the order they come in: the first attempt that is done, otherwise the latest one.
 * A run that is done stays done.
 */
export function mergeOutcomes(
  attempts: readonly (readonly RunOutcome[])[],
): Map<number, RunOutcome> {
  const chosen = new Map<number, RunOutcome>();
  for (const outcome of attempts.flat()) {
    const before = chosen.get(outcome.run);
    if (before === undefined || counts(outcome, before)) chosen.set(outcome.run, outcome);
  }
  return chosen;
}

function counts(outcome: RunOutcome, before: RunOutcome): boolean {
  if (outcome.status !== before.status) return outcome.status === 'Done';
  return outcome.status === 'Done'
    ? outcome.attempt < before.attempt
    : outcome.attempt >= before.attempt;
}
