/** Failed runs that an open study runs again by itself, as `retries` says, and those that go on with it: their jobs aren't made yet, and have the hardware that it has by then. */
import { attemptsByRun, mayRunAgain, spentBefore } from '../../run/attempts.ts';
import { mergeOutcomes } from '../../run/run-outcome.ts';
import { readAttempts, type DocumentFolder } from '../../store/index.ts';
import type { Study } from '../../study/study.ts';
import { readRunsUnderWay } from '../watch/runs-repeated.ts';

/** How many they are by the study as it stands, and as it would be. */
export interface Repeats {
  readonly before: number;
  readonly after: number;
}

/**
 * @param otherwise runs that run again, or are done, by the amendment itself
 * @param goingOn runs that go on with the study though a job had them: they use up no tries
 */
export async function countRepeats(
  folder: DocumentFolder,
  { before, after }: Readonly<Record<'before' | 'after', Pick<Study, 'execution'>>>,
  otherwise: readonly number[] = [],
  goingOn: readonly number[] = [],
): Promise<Repeats> {
  const attempts = await readAttempts(folder);
  const ofRun = attemptsByRun(attempts);
  const underWay = await readRunsUnderWay(folder);
  const ended = [...mergeOutcomes(attempts).values()].filter(({ run }) => !underWay.has(run));
  const count = ({ execution }: Pick<Study, 'execution'>, without: ReadonlySet<number>): number => {
    const again = ended.filter((latest) =>
      mayRunAgain(latest, spentBefore(latest, ofRun.get(latest.run) ?? []), execution.retries),
    );
    const runs = new Set([...again.map(({ run }) => run), ...goingOn]);
    return [...runs].filter((run) => !without.has(run)).length;
  };
  return { before: count(before, new Set()), after: count(after, new Set(otherwise)) };
}
