/** Outputs that were amended are read anew from the collected files: nothing is run, and nothing is paid for. */
import { createHash } from 'node:crypto';
import { createRunJudges, extractOutputs, type RunJudges } from '../../extract/index.ts';
import type { OutcomeValue, RunOutcome } from '../../run/run-outcome.ts';
import { layout, readAttempts, type DocumentFolder } from '../../store/index.ts';
import type { Plan } from '../../study/plan.ts';
import { rowOfRun } from '../../study/row-of-run.ts';
import type { Study } from '../../study/study.ts';

/** A response of a run that its collected files don't give. */
export interface NotRead {
  readonly run: number;
  readonly why: string;
}

/** What came of reading the outputs anew. */
export interface Recomputed {
  readonly outcomes: readonly RunOutcome[];
  /** Runs that had failed for their outputs alone, and are done by the amended ones. */
  readonly mended: readonly number[];
  /** Done runs of which a response can't be had. */
  readonly notRead: readonly NotRead[];
}

/** Why a run had failed that may be done by other outputs. */
const ofOutputs: ReadonlySet<string> = new Set([
  ...(['output-missing', 'output-invalid', 'expression'] as const),
]);

/**
 * Reads the outputs of every run that is done, or failed for its outputs alone. A run that is done stays done: what can't be read is missing then.
 * @param revision the number that the amendment gets
 */
export async function recomputeOutputs(
  folder: DocumentFolder,
  { study, plan }: { readonly study: Study; readonly plan: Plan },
  revision: number,
): Promise<Recomputed> {
  const judges = createRunJudges(study);
  const outcomes: RunOutcome[] = [];
  const mended: number[] = [];
  const notRead: NotRead[] = [];
  for (const before of (await readAttempts(folder)).flat()) {
    const { status, reason, run } = before;
    if (status !== 'Done' && !ofOutputs.has(reason ?? '')) continue;
    const { values, why } = await readOne(folder, before, { study, plan, judges });
    if (status !== 'Done' && why !== undefined) continue;
    if (status !== 'Done') mended.push(run);
    else if (why !== undefined) notRead.push({ run, why });
    outcomes.push({
      ...asRan(before),
      ...{ judgedWith: revision, status: 'Done', values },
      ...(why === undefined ? {} : { message: `not read anew: ${why}` }),
    });
  }
  return { outcomes, mended, notRead };
}

/** Keeps what was read anew; it counts once an amendment names it. @returns its name */
export async function keepRecomputed(
  folder: DocumentFolder,
  { outcomes }: Recomputed,
): Promise<string> {
  const name = createHash('sha256').update(JSON.stringify(outcomes)).digest('hex');
  await folder.write(layout.recomputed(name), outcomes);
  return name;
}

async function readOne(
  folder: DocumentFolder,
  { run, attempt }: RunOutcome,
  {
    study,
    plan,
    judges,
  }: { readonly study: Study; readonly plan: Plan; readonly judges: RunJudges },
): Promise<{
  readonly values: Readonly<Record<string, OutcomeValue>>;
  readonly why: string | undefined;
}> {
  const { directory } = await folder.workspace(layout.runFiles(run, attempt));
  const read = await extractOutputs(study, { folder: directory, postProcess: undefined });
  const row = rowOfRun(plan, run);
  const inputs = Object.fromEntries(plan.columns.map((name, index) => [name, row[index] ?? '']));
  const judged = judges.judge({ ...inputs, ...read.values });
  const values = Object.fromEntries(
    Object.entries(judged.values).filter(([name]) => !plan.columns.includes(name)),
  );
  const why =
    read.failure?.message ??
    (judged.failed.length === 0 ? undefined : `no finite value for ${judged.failed.join(', ')}`);
  return { values, why };
}

/** An attempt without what was said of how it ended. */
function asRan({
  reason: _reason,
  message: _message,
  exitCode: _exitCode,
  ...ran
}: RunOutcome): Omit<RunOutcome, 'reason' | 'message' | 'exitCode'> {
  return ran;
}
