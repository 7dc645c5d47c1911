import { UsageError } from '../../errors.ts';
import { failedInExpression } from '../../study/failed-expressions.ts';
import type { Plan } from '../../study/plan.ts';
import { nominalWithoutResult } from '../../run/note-nominal.ts';
import { mergeOutcomes } from '../../run/run-outcome.ts';
import { readAttempts, type DocumentFolder } from '../../store/index.ts';
import type { StoredStudy } from './stored-study.ts';
import { exitCodes } from '../exit-codes.ts';

/** How many wrong runs a message names. */
const shown = 10;

/** Numbers of the runs whose latest attempt was collected and has failed. */
export async function readFailedRuns(folder: DocumentFolder): Promise<ReadonlySet<number>> {
  const latest = mergeOutcomes(await readAttempts(folder));
  return new Set(
    [...latest.values()].filter(({ status }) => status === 'Failed').map(({ run }) => run),
  );
}

/** Whether the study's nominal run, which is in none of its counts, failed or was stopped. */
export async function lacksNominalRun(folder: DocumentFolder): Promise<boolean> {
  return nominalWithoutResult(mergeOutcomes(await readAttempts(folder)).values()) !== undefined;
}

/** Whether an ended study has nothing left that a retry would run: each run that was not withdrawn is done, and so is the nominal one. */
export async function isAllDone(
  folder: DocumentFolder,
  ended: StoredStudy['ended'],
): Promise<boolean> {
  if (ended === undefined) return false;
  const { done, total, withdrawn = 0 } = ended.runs;
  return done + withdrawn === total && !(await lacksNominalRun(folder));
}

/**
 * Makes sure that the latest attempt of each of these runs was collected and has failed.
 * @throws UsageError USAGE_NOT_FAILED, exit code 5, naming those that are done or not collected yet, or that the study doesn't have
 */
export async function requireFailedRuns(
  folder: DocumentFolder,
  studyId: string,
  runs: readonly number[],
  { includesNominalRun, runCount }: Pick<Plan, 'includesNominalRun' | 'runCount'>,
): Promise<void> {
  const first = includesNominalRun ? 0 : 1;
  const unknown = runs.filter((run) => run < first || run > runCount);
  if (unknown.length > 0) {
    throw refused(
      studyId,
      `There is no run ${listOf(unknown)}: the study has ${first === runCount ? 'run 1 only' : `runs ${first} to ${runCount}`}`,
    );
  }
  const failed = await readFailedRuns(folder);
  const others = runs.filter((run) => !failed.has(run));
  if (others.length === 0) return;
  const left = runs.filter((run) => failed.has(run));
  throw refused(
    studyId,
    `These runs have not failed: ${listOf(others)}. Only failed runs can be run again`,
    left.length === 0 ? undefined : `doeflow retry ${studyId} --runs ${left.join(',')}`,
  );
}

/**
 * Makes sure that a retry of all failed runs of an ended study can end in another way for some of them.
 * @throws UsageError USAGE_RETRY_IN_VAIN, exit code 5, where each failed in an expression of the study alone
 */
export async function requireUseful(
  folder: DocumentFolder,
  { studyId, ended }: Pick<StoredStudy, 'studyId' | 'ended'>,
  { withChanges = false }: { readonly withChanges?: boolean },
): Promise<void> {
  if (ended === undefined || withChanges) return;
  const latest = [...mergeOutcomes(await readAttempts(folder)).values()];
  const failed = latest.filter(({ status }) => status === 'Failed');
  const { total, withdrawn = 0 } = ended.runs;
  const hasUnrun = latest.filter(({ run }) => run > 0).length < total - withdrawn;
  if (failed.length === 0 || hasUnrun || !failed.every(failedInExpression)) return;
  const runs = failed.map(({ run }) => run).sort((a, b) => a - b);
  throw new UsageError(
    'USAGE_RETRY_IN_VAIN',
    `A retry would pay for the same again: of ${studyId}, ${runs.length === 1 ? `run ${runs.join('')} failed` : `${runs.length} runs failed`} only as an expression has no value for its outputs (${failed[0]?.message ?? ''}). Nothing was run`,
    {
      exitCode: exitCodes.refused,
      hint: `Mend the expression in the study file, and have the outputs read anew by it, without a run: doeflow amend ${studyId} CHANGED.yaml --apply   The outputs: doeflow results ${studyId}   Where the program may give others: doeflow retry ${studyId} --runs ${runs.length > shown ? 'LIST' : runs.join(',')}`,
    },
  );
}

/** Numbers of runs, the first ten of many. */
export function listOf(runs: readonly number[]): string {
  return `${runs.slice(0, shown).join(', ')}${runs.length > shown ? ', …' : ''}`;
}

/** @param others what runs those that can be */
function refused(studyId: string, message: string, others?: string): UsageError {
  return new UsageError('USAGE_NOT_FAILED', message, {
    exitCode: exitCodes.refused,
    hint: `${others === undefined ? '' : `Without them: ${others}   `}List the failed runs: doeflow runs ${studyId} --status failed`,
  });
}
