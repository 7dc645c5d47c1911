/** Which runs a retry is for, as the command line says it. */
import { InvalidArgumentError } from 'commander';
import { UsageError } from '../../errors.ts';
import { failureReasonNames, type FailureReason } from '../../run/failure-reason.ts';
import type { RetryAnswer, RetryRequest } from '../../run/messages.ts';
import { revisionWords } from '../../run/revision-of.ts';
import type { StudyReader } from '../../store/index.ts';
import { countOf } from '../format-quantities.ts';
import type { Output } from '../output/output.ts';
import { chooseFailedRuns, type RunChoice } from './choose-failed-runs.ts';
import type { PlannedStoredStudy } from './open-stored-study.ts';
import { listOf } from './require-failed-runs.ts';

/** The ways of saying which. */
export interface RetryChoice extends RunChoice {
  readonly failed?: boolean;
  readonly runs?: readonly number[];
}

/** @throws UsageError unless one way of choosing runs was taken; `--where` and `--reason` may go together */
export function requireChoice({ failed, runs, where, reason }: RetryChoice): void {
  const isChosen = where !== undefined || reason !== undefined;
  const ways = [failed === true, runs !== undefined, isChosen].filter(Boolean).length;
  if (ways === 1) return;
  throw new UsageError(
    'USAGE_ARGUMENTS',
    'Say which runs to repeat: --failed for all failed runs, --runs LIST, or some of the failed ones by --where and --reason',
    { hint: 'doeflow retry STUDY --failed' },
  );
}

/** What is asked for; runs that were chosen by what is known of them are told. */
export async function requestOf(
  output: Output,
  store: StudyReader,
  planned: PlannedStoredStudy,
  { failed, runs, where, reason }: RetryChoice,
): Promise<RetryRequest> {
  if (failed === true) return { runs: 'failed' };
  if (runs !== undefined) return { runs };
  const chosen = await chooseFailedRuns(store, planned, {
    ...(where === undefined ? {} : { where }),
    ...(reason === undefined ? {} : { reason }),
  });
  output.note(
    `Chosen: ${countOf(chosen.runs.length, 'failed run')} (${listOf(chosen.runs)})${chosen.done > 0 ? `; ${countOf(chosen.done, 'run')} that ${chosen.done === 1 ? 'is' : 'are'} done ${chosen.done === 1 ? 'stays' : 'stay'} so` : ''}.`,
  );
  return { runs: chosen.runs };
}

/** What an open study answered. @param lacksNominal its nominal run, which its counts don't have, has failed */
export function answerWords(
  studyId: string,
  { runs, already, revision }: RetryAnswer,
  lacksNominal: boolean,
): string {
  const files = revisionWords(revision);
  if (already === true) {
    return `These runs are being run again already, with ${files}, so nothing more was asked for: ${countOf(runs, 'run')} of ${studyId}.`;
  }
  if (runs > 0) return `${countOf(runs, 'run')} of ${studyId} will run again, with ${files}.`;
  return lacksNominal
    ? `The nominal run of ${studyId} will run again, with ${files}.`
    : `No run of ${studyId} has failed so far, so none runs again.`;
}

/** Names of failure reasons, separated by commas. */
export function parseReasons(text: string): readonly FailureReason[] {
  return text.split(',').map((part) => {
    const name = part.trim();
    const found = failureReasonNames.find((one) => one === name);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(
      `Write reasons as the table of results has them: ${failureReasonNames.join(', ')}.`,
    );
  });
}
