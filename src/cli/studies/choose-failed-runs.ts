/** Failed runs by what is known of them, for a retry: fixed to a list at once, so that the same runs are meant however often it is sent. */
import { UsageError } from '../../errors.ts';
import type { FailureReason } from '../../run/failure-reason.ts';
import { mergeOutcomes, reasonOf } from '../../run/run-outcome.ts';
import { readAttempts, type StudyReader } from '../../store/index.ts';
import { exitCodes } from '../exit-codes.ts';
import type { PlannedStoredStudy } from './open-stored-study.ts';
import type { RowTable } from '../tables/row-table.ts';
import { createResultsTable } from './results-table.ts';

/** Which failed runs: those that all of it is true of. */
export interface RunChoice {
  /** An expression over the columns of the results. */
  readonly where?: string;
  readonly reason?: readonly FailureReason[];
}

/** Runs that were chosen, in order. */
export interface ChosenRuns {
  readonly runs: readonly number[];
  /** How many runs the expression is true of that are done, and stay so. */
  readonly done: number;
}

/**
 * The runs whose latest attempt was collected, has failed or was stopped, and is one of those that are asked for.
 * @throws UsageError USAGE_NOT_FAILED, exit code 5, where there is none
 */
export async function chooseFailedRuns(
  store: StudyReader,
  { studyId, study, plan, ended }: PlannedStoredStudy,
  { where, reason }: RunChoice,
): Promise<ChosenRuns> {
  const attempts = await readAttempts(store.study(studyId));
  const outcomes = mergeOutcomes(attempts);
  const table = createResultsTable(study, plan, attempts, ended !== undefined);
  const isMeant = await filterOf(table, where);
  const numbers = table.columns[0]?.cells ?? [];
  const met = [...numbers.keys()]
    .filter(isMeant)
    .flatMap((row) => outcomes.get(Number(numbers[row])) ?? []);
  const failed = met.filter(({ status }) => status === 'Failed');
  const runs = failed
    .filter((outcome) => reason === undefined || reason.some((own) => own === reasonOf(outcome)))
    .map(({ run }) => run);
  const done = where === undefined ? 0 : met.length - failed.length;
  if (runs.length > 0) return { runs, done };
  const asked = [
    ...(where === undefined ? [] : [`for which ${where}`]),
    ...(reason === undefined ? [] : [`with the reason ${reason.join(' or ')}`]),
  ].join(' and ');
  const others = [...outcomes.values()].filter(({ status }) => status === 'Failed');
  const known = [...new Set(others.map(reasonOf))].join(', ');
  const isStopped = others.some(({ reason: own }) => own === 'stopped');
  const how = isStopped ? 'has failed or was stopped' : 'has failed';
  throw new UsageError(
    'USAGE_NOT_FAILED',
    `No run of ${studyId} that ${how} is one ${asked}${done > 0 ? `; ${done} that are done are, and they stay as they are` : ''}. Nothing was run`,
    {
      exitCode: exitCodes.refused,
      hint: `${others.length === 0 ? 'No run that was collected has failed' : `${others.length} of its runs ${isStopped ? 'failed or were stopped' : 'failed'}: ${known}`}   List them: doeflow runs ${studyId}${isStopped ? '' : ' --status failed'}`,
    },
  );
}

async function filterOf(
  table: RowTable,
  where: string | undefined,
): Promise<(row: number) => boolean> {
  if (where === undefined) return () => true;
  const { compileRowFilter } = await import('../tables/compile-row-filter.ts');
  return compileRowFilter(table, where);
}
