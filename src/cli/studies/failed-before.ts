import type { Store } from '../../store/index.ts';
import { countOf } from '../format-quantities.ts';
import { hasEnded, listStoredStudies } from './stored-study.ts';

/** What is about to be started as a new study. */
export interface NewStudy {
  readonly name: string;
  /** The study file, absolute. */
  readonly source: string;
  readonly runs: number;
}

/**
 * Says, before all runs of a mended study are paid for, that the last study of the same file ended with some that failed, which alone could run
 * again; undefined where there is none with as many runs.
 */
export async function failedBefore(
  store: Store,
  { name, source, runs }: NewStudy,
): Promise<string | undefined> {
  const all = await listStoredStudies(store, (id) => id.startsWith(`${name}-`));
  const before = all
    .filter(({ snapshot }) => snapshot.studyName === name && snapshot.source === source)
    .filter(hasEnded)
    .at(0);
  if (before === undefined) return undefined;
  const { done, failed, total } = before.ended.runs;
  if (done === 0 || failed === 0 || total !== runs) return undefined;
  const { studyId } = before;
  return `Study ${studyId} of the same file ended with ${done} of ${countOf(total, 'run')} done and ${failed} failed. Its files have changed since, so this starts a new study, which runs all ${total}. To have only the failed ones run with the mended files: stop this one, and give doeflow retry ${studyId} --failed --with-changes`;
}
