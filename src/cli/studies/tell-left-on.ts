/** One line on clusters and jobs that go on without anybody, for whoever looks at studies. */
import type { Store } from '../../store/index.ts';
import { readLeftOn, type ReaperFinding } from '../../store/index.ts';
import type { CommandContext } from '../context.ts';
import { countOf } from '../format-quantities.ts';

/** Warns where the last look found something that needs a person. @param studyId only of that study */
export async function tellLeftOn(
  { output }: Pick<CommandContext, 'output'>,
  store: Pick<Store, 'engineRecords'>,
  studyId?: string,
): Promise<void> {
  const left = await readLeftOn(store, studyId);
  if (left.length > 0) output.warn(leftOnWords(left));
}

function leftOnWords(left: readonly ReaperFinding[]): string {
  const clusters = left.filter(({ kind }) => kind === 'cluster').length;
  const jobs = left.length - clusters;
  const what = [
    ...(clusters === 0 ? [] : [countOf(clusters, 'cluster')]),
    ...(jobs === 0 ? [] : [countOf(jobs, 'job')]),
  ].join(' and ');
  const [verb, whom] = left.length === 1 ? ['runs', 'it'] : ['run', 'them'];
  return `${what} on the platform ${verb} on, and may cost, though no study answers for ${whom}. What ${left.length === 1 ? 'it is' : 'they are'}: doeflow reap --dry-run; doeflow reap ends what is proven to be a study’s, and says what ends the rest`;
}
