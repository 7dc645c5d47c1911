import { UsageError } from '../../errors.ts';
import type { PassResult } from '../../run/archive-contract.ts';
import type { CommandContext } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { countOf, formatBytes } from '../format-quantities.ts';
import { failureBlocks, type PassFailures } from './pass-failures.ts';

/** What a pass ended with; exit code 3 where something of it failed. */
export function showResult(
  context: CommandContext,
  result: PassResult,
  failures: PassFailures | undefined,
): void {
  const { archive, passTime, outcome, archived, proven, deleted, awaitingApproval, notes } = result;
  if (outcome === 'skipped') context.end(exitCodes.refused);
  if (outcome === 'troubled') context.end(exitCodes.studyFailed);
  const failed = archived.failed + proven.failed + deleted.failed;
  context.output.show({
    json: { ...result, failures: failures ?? null },
    human: [
      {
        kind: 'facts',
        rows: [
          ['pass', `${passTime}, ${outcome}`],
          [
            'archived',
            `${countOf(archived.jobs, 'job')}, ${countOf(archived.files, 'file')}, ${formatBytes(archived.bytes)}`,
          ],
          ['proven', countOf(proven.jobs, 'job')],
          ['deleted', countOf(deleted.jobs, 'job')],
          ...(failed === 0 ? [] : ([['failed', String(failed)]] as const)),
          ...(awaitingApproval === 0
            ? []
            : ([['waits for a person', `deleting ${countOf(awaitingApproval, 'job')}`]] as const)),
        ],
      },
      ...(notes.length === 0 ? [] : [{ kind: 'text' as const, lines: notes }]),
      ...failureBlocks(failures),
      ...(awaitingApproval === 0
        ? []
        : [{ kind: 'next' as const, commands: [`doeflow archive approve ${archive}`] }]),
    ],
    quiet: outcome,
  });
}

/** What `wait` gives for a workflow. @throws UsageError USAGE_PASS_ENDED with its own sentence, exit code 5, when it ended before its time */
export async function resultOf<T>(wait: () => Promise<T>): Promise<T> {
  const { WorkflowFailedError } = await import('@temporalio/client');
  try {
    return await wait();
  } catch (error) {
    if (!(error instanceof WorkflowFailedError)) throw error;
    throw new UsageError('USAGE_PASS_ENDED', error.cause?.message ?? error.message, {
      exitCode: 5,
      hint: 'Mend the cause, then repeat the command',
      cause: error,
    });
  }
}
