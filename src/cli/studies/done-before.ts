import { quoteShell } from '../../quote-shell.ts';
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
 * Says, before all runs of a changed study are paid for, that the last study of the same file has done as many, and how those that failed could
 * run alone; undefined where there is none.
 */
export async function doneBefore(
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
  if (done === 0 || total !== runs) return undefined;
  const { studyId } = before;
  const told = `Study ${studyId} of the same file ended with ${done} of ${countOf(total, 'run')} done and ${failed} failed. The file, or one that it names, has changed since, so this starts a new study, which runs all ${total}`;
  const see = `What has changed: doeflow plan ${quoteShell(source)} --diff ${studyId}`;
  if (failed === 0) return `${told}. ${see}`;
  return `${told}. ${see}. To have only the failed ones run with the mended files: stop this one, and give doeflow retry ${studyId} --failed --with-changes`;
}
