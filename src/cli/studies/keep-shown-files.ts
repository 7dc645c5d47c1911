/** Keeps files that a person was shown, and no others. */
import { UsageError } from '../../errors.ts';
import {
  compareFiles,
  keepStudyFiles,
  type FileChange,
  type KeptFiles,
  type Store,
} from '../../store/index.ts';
import type { LoadedStudy, StudyBounds } from '../../study-file/index.ts';
import { exitCodes } from '../exit-codes.ts';
import { lookAtFolder, type FolderLook } from './look-at-folder.ts';

/**
 * Copies the files of a study's folder into the store, as long as they are those of the look that was shown.
 * @param loaded what was planned, and shown with its cost
 * @param bounds what the study may read beside its own folder
 * @throws UsageError USAGE_PLAN_CHANGED, exit code 5, naming each file that is another by now
 */
export async function keepShownFiles(
  store: Store,
  loaded: LoadedStudy,
  { source, files: shown }: FolderLook,
  bounds: StudyBounds = {},
): Promise<KeptFiles> {
  if (shown === undefined) throw changedMeanwhile([source]);
  const now = await lookAtFolder(source, shown, bounds);
  if (now === undefined) throw changedMeanwhile([source]);
  requireNone(now.changes);
  const { studyFile, files } = await keepStudyFiles(store, loaded);
  // A file may have been changed once more since that look: what counts is what was kept.
  requireNone(compareFiles(shown, { studyFile, files }));
  return { studyFile, files };
}

function requireNone(changes: readonly FileChange[]): void {
  if (changes.length > 0) throw changedMeanwhile(changes.map(({ path }) => path));
}

function changedMeanwhile(names: readonly string[]): UsageError {
  const changed = names.length === 1 ? 'was changed after it was' : 'were changed after they were';
  return new UsageError(
    'USAGE_PLAN_CHANGED',
    `${names.join(', ')} ${changed} shown; nothing was run`,
    {
      exitCode: exitCodes.refused,
      hint: 'Repeat the command: it shows the files as they are now',
    },
  );
}
