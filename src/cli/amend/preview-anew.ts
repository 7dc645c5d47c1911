/** What a study that is open would read anew by outputs that are amended: looked at beforehand, so that nothing comes as a surprise. */
import { createRunJudges, judgeAnew, notCollected, uncollectedFiles } from '../../extract/index.ts';
import { isJudgedByOutputs, mergeOutcomes, type RunOutcome } from '../../run/run-outcome.ts';
import {
  createPackReader,
  judgedBy,
  layout,
  readAttempts,
  withCollected,
  type DocumentFolder,
} from '../../store/index.ts';
import type { RefusedSetting } from '../../study/amend/compare-study.ts';
import type { Plan } from '../../study/plan.ts';
import type { Study } from '../../study/study.ts';
import { rangesOf } from './ranges-of.ts';
import type { NotRead } from './recompute-outputs.ts';

/** What would come of it, as far as runs have been collected by now. */
export interface AnewPreview {
  /** Runs that would be read anew. */
  readonly runs: number;
  /** Runs that had failed for their outputs alone, and would be done. */
  readonly mended: readonly number[];
  /** Done runs that would have failed, and why. */
  readonly failing: readonly NotRead[];
  /** Done runs whose files weren't collected, by the first such file. */
  readonly lacking: ReadonlyMap<string, readonly number[]>;
}

/**
 * Reads without keeping anything. Runs of jobs that aren't collected yet get their files from the platform, and are left out.
 * @param studyAt the study by which runs of a revision were collected
 */
export async function previewAnew(
  folder: DocumentFolder,
  { study, plan }: { readonly study: Study; readonly plan: Plan },
  revision: number,
  studyAt: (revision: number) => Promise<Study>,
): Promise<AnewPreview> {
  const reading = { study, plan, judges: createRunJudges(study) };
  const packs = createPackReader(folder);
  const before = await readAttempts(folder);
  const after: (readonly RunOutcome[])[] = [];
  const lacking = new Map<string, number[]>();
  const failing = new Map<number, string>();
  const collectedBy = new Map<number, Study>();
  let runs = 0;
  const standing = mergeOutcomes(before);
  for (const outcomes of before) {
    const [first] = outcomes;
    if (first === undefined) continue;
    if (!(await folder.has(layout.outcomes(first.jobNumber)))) {
      after.push(outcomes);
      continue;
    }
    const anew: RunOutcome[] = [];
    for (const one of outcomes) {
      if (!isJudgedByOutputs(one)) {
        anew.push(one);
        continue;
      }
      runs += 1;
      const at = judgedBy(one);
      const kept = collectedBy.get(at) ?? (await studyAt(at));
      collectedBy.set(at, kept);
      const judged = await withCollected({ folder, packs }, one, (collected) =>
        judgeAnew(reading, { before: one, collected, kept, revision }),
      );
      anew.push(judged);
      if (standing.get(one.run) !== one || one.status !== 'Done') continue;
      if (judged.status === 'Done') continue;
      const [file] = judged.reason === 'output-missing' ? uncollectedFiles(study, kept, one) : [];
      if (file === undefined) failing.set(one.run, judged.message ?? '');
      else lacking.set(file, [...(lacking.get(file) ?? []), one.run]);
    }
    after.push(anew);
  }
  const now = mergeOutcomes(after);
  const mended = [...standing.values()].filter(
    ({ run, status }) => status === 'Failed' && now.get(run)?.status === 'Done',
  );
  return {
    ...{ runs, mended: mended.map(({ run }) => run), lacking },
    failing: [...failing].map(([run, why]) => ({ run, why })),
  };
}

/** Done runs that would lose their results, as what they are to be read from wasn't collected: nothing is amended over that. @param again runs that run again anyway */
export function refusedByFiles(
  { lacking }: AnewPreview,
  again: readonly number[],
): readonly RefusedSetting[] {
  return [...lacking].flatMap(([file, runs]) => {
    const left = runs.filter((run) => !again.includes(run));
    if (left.length === 0) return [];
    return [
      {
        words: `outputs of the done runs ${rangesOf(left)}`,
        why: `${notCollected(file)}. Have them run again in the same amendment (--rerun ${rangesOf(left).replaceAll(' ', '')}), or write \`required: false\` at what reads it`,
      },
    ];
  });
}

/** How many done runs would fail by the outputs, and run again for it at most. */
export function repeatedAnew(
  preview: AnewPreview | undefined,
  { execution }: Pick<Study, 'execution'>,
): number {
  return execution.retries.output > 0 ? (preview?.failing.length ?? 0) : 0;
}
