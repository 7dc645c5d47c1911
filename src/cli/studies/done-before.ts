import { UsageError } from '../../errors.ts';
import { quoteShell } from '../../quote-shell.ts';
import type { Store } from '../../store/index.ts';
import { countOf } from '../format-quantities.ts';
import { exitCodes } from '../exit-codes.ts';
import { kindOfChange, type KindOfChange, type StudyState } from './kind-of-change.ts';
import { planStoredStudy } from './open-stored-study.ts';
import { hasEnded, listStudiesOfName, type StoredStudy } from './stored-study.ts';

/** What is about to be started as a new study. */
export interface NewStudy {
  readonly name: string;
  /** The study file, absolute. */
  readonly source: string;
  readonly runs: number;
  /** As it is now. */
  readonly now: StudyState;
}

/**
 * Refuses to pay for all runs of a study again where nothing of what runs has changed. Else says, before all runs of a changed study are paid for, that the last study of the same file has done as many, and how those that failed could
 * run alone; undefined where there is none.
 * @throws UsageError USAGE_RAN_BEFORE, exit code 5, where only words have changed
 */
export async function doneBefore(
  store: Store,
  { name, source, runs, now }: NewStudy,
): Promise<string | undefined> {
  const before = (await listStudiesOfName(store, name))
    .filter(({ snapshot }) => snapshot.source === source)
    .filter(hasEnded)
    .at(0);
  if (before === undefined) return undefined;
  const { done, failed, total } = before.ended.runs;
  if (done === 0 || total !== runs) return undefined;
  const { studyId } = before;
  const told = `Study ${studyId} of the same file ended with ${done} of ${countOf(total, 'run')} done and ${failed} failed. The file, or one that it names, has changed since, so this starts a new study, which runs all ${total}`;
  const kind = await changeOf(store, before, now);
  if (kind === 'words') {
    throw new UsageError(
      'USAGE_RAN_BEFORE',
      `Nothing of what runs has changed since study ${studyId} of the same file, which ended with ${done} of ${countOf(total, 'run')} done and ${failed} failed: only words for people have (description, unit or label). Nothing was started`,
      {
        exitCode: exitCodes.refused,
        hint: `Its results: doeflow results ${studyId}${failed === 0 ? '' : `. Only what is not done: doeflow retry ${studyId} --failed`}. To pay for all runs again, add --again`,
      },
    );
  }
  const see = `What has changed: doeflow plan ${quoteShell(source)} --diff ${studyId}`;
  if (failed === 0 && kind === 'reading') {
    return `${told}. What runs is as it was: only how outputs are read or judged has changed, so all runs are paid for a second time to give the same files. No command reads collected files again; what study ${studyId} read: doeflow results ${studyId}. ${see}`;
  }
  if (failed === 0) return `${told}. ${see}`;
  return `${told}. ${see}. To have only the failed ones run with the mended files: stop this one, and give doeflow retry ${studyId} --failed --with-changes`;
}

/** What a study that can't be read any more had is unknown. */
async function changeOf(store: Store, before: StoredStudy, now: StudyState): Promise<KindOfChange> {
  try {
    const { study } = await planStoredStudy(store, before);
    return kindOfChange({ study, files: before.snapshot.files }, now);
  } catch {
    return 'runs';
  }
}
