/** Outputs that were amended are read anew from the collected files: nothing is run, and nothing is paid for. */
import { createHash } from 'node:crypto';
import { createRunJudges, readFilesAnew, withoutVerdict } from '../../extract/index.ts';
import { notReadAnew } from '../../run/done-message.ts';
import { isJudgedByOutputs, type RunOutcome } from '../../run/run-outcome.ts';
import {
  createPackReader,
  layout,
  readAttempts,
  withCollected,
  type DocumentFolder,
} from '../../store/index.ts';
import type { Plan } from '../../study/plan.ts';
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

/**
 * Reads the outputs of every run that is done, or failed for its outputs alone. A run that is done stays done: what can't be read is missing then.
 * @param revision the number that the amendment gets
 */
export async function recomputeOutputs(
  folder: DocumentFolder,
  { study, plan }: { readonly study: Study; readonly plan: Plan },
  revision: number,
): Promise<Recomputed> {
  const reading = { study, plan, judges: createRunJudges(study) };
  const packs = createPackReader(folder);
  const outcomes: RunOutcome[] = [];
  const mended: number[] = [];
  const notRead: NotRead[] = [];
  for (const before of (await readAttempts(folder)).flat()) {
    const { status, run } = before;
    if (!isJudgedByOutputs(before)) continue;
    const { values, message: why } = await withCollected({ folder, packs }, before, (collected) =>
      readFilesAnew(reading, before, collected),
    );
    if (status !== 'Done' && why !== undefined) continue;
    if (status !== 'Done') mended.push(run);
    else if (why !== undefined) notRead.push({ run, why });
    outcomes.push({
      ...withoutVerdict(before),
      ...{ judgedWith: revision, status: 'Done', values },
      ...(why === undefined ? {} : { message: notReadAnew + why }),
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
