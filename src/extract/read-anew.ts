/** One attempt as other outputs read it: from its collected files, without a run. */
import { describeReadAnew } from '../run/done-message.ts';
import type { RunOutcome } from '../run/run-outcome.ts';
import { nameOfPacked, type CollectedFiles } from '../store/index.ts';
import type { Plan } from '../study/plan.ts';
import { rowOfRun } from '../study/row-of-run.ts';
import type { Study } from '../study/study.ts';
import { extractOutputs } from './extract-outputs.ts';
import { findChangedFile } from './find-changed-file.ts';
import type { RunJudges } from './run-judges.ts';
import { emptyForThem, notCollected, uncollectedFiles } from './uncollected-outputs.ts';

/** By what it is read. */
export interface ReadingStudy {
  readonly study: Study;
  readonly plan: Plan;
  readonly judges: RunJudges;
}

/** What the files give: every value, null for those that they don't give, and why the run isn't done with them. */
export interface ReadFiles extends Pick<RunOutcome, 'reason' | 'message' | 'values'> {
  readonly unreadable: Readonly<Record<string, string>>;
  /** Those of the files alone, without constraints and objectives that are computed. */
  readonly outputs: RunOutcome['values'];
}

/** Reads the collected files of a run's attempt; nothing of it where one of them has been changed since. @param collected what is there of them */
export async function readFilesAnew(
  { study, plan, judges }: ReadingStudy,
  { run, files, pack }: Pick<RunOutcome, 'run' | 'files' | 'pack'>,
  collected: CollectedFiles,
): Promise<ReadFiles> {
  const changed = await findChangedFile(study, { files }, collected);
  if (changed !== undefined) {
    const values = Object.fromEntries(responsesOf(study).map((name) => [name, null]));
    const message = `${nameOfPacked(changed, { pack })} in the store isn't what was collected of the run: put it back from a backup, or have the run run again`;
    return { reason: 'output-invalid', message, values, outputs: values, unreadable: {} };
  }
  const read = await extractOutputs(study, { folder: collected, postProcess: undefined });
  const row = rowOfRun(plan, run);
  const inputs = Object.fromEntries(plan.columns.map((name, index) => [name, row[index] ?? '']));
  const judged = judges.judge({ ...inputs, ...read.values });
  const values = Object.fromEntries(
    Object.entries(judged.values).filter(([name]) => !plan.columns.includes(name)),
  );
  const { failure, unreadable, values: outputs } = read;
  const given = { values, outputs, unreadable };
  if (failure !== undefined) return { ...failure, ...given };
  if (judged.failed.length === 0) return given;
  const message = `no finite value for ${judged.failed.join(', ')}`;
  return { reason: 'expression', message, ...given };
}

function responsesOf({ variables }: Study): readonly string[] {
  const responses = new Set(['Output', 'Objective', 'Constraint', 'Expression']);
  return variables.flatMap(({ type, name }) => (responses.has(type) ? [name] : []));
}

/** An attempt that is to be judged anew, and by what. */
export interface ToJudgeAnew {
  /** Done, or failed for its outputs alone. */
  readonly before: RunOutcome;
  /** Its files. */
  readonly collected: CollectedFiles;
  /** The study by which they were collected. */
  readonly kept: Study;
  /** The revision whose outputs it is judged by. */
  readonly revision: number;
}

/** The attempt as one that is collected with these outputs would be judged; where a file wasn't asked for then, it says so. */
export async function judgeAnew(
  reading: ReadingStudy,
  { before, collected, kept, revision }: ToJudgeAnew,
): Promise<RunOutcome> {
  const read = await readFilesAnew(reading, before, collected);
  const { reason, message = '', values } = read;
  const uncollected = uncollectedFiles(reading.study, kept, before);
  const ran = { ...withoutVerdict(before), judgedWith: revision };
  if (reason !== undefined) {
    const given = reason === 'expression' ? values : read.outputs;
    const lacks = reason === 'output-missing' ? [...uncollected].map(notCollected) : [];
    const told = [message, ...lacks].join('; ');
    return { ...ran, status: 'Failed', reason, message: told, values: given };
  }
  const unreadable = { ...read.unreadable, ...emptyForThem(reading.study, uncollected) };
  const told = describeReadAnew(before.status === 'Done' ? before : {}, unreadable);
  return { ...ran, status: 'Done', ...(told === undefined ? {} : { message: told }), values };
}

/** An attempt without what was said of how it ended. */
export function withoutVerdict({
  reason: _reason,
  message: _message,
  exitCode: _exitCode,
  isUnread: _isUnread,
  madeAs: _madeAs,
  ...ran
}: RunOutcome): Omit<RunOutcome, 'reason' | 'message' | 'exitCode' | 'isUnread' | 'madeAs'> {
  return ran;
}
