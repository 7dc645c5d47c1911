/** What a retry says of the files in the study's folder: which differ from those that the study runs with, and whether they are used. */
import { dirname, resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { firstRevision } from '../../run/revision-of.ts';
import { describeChange, type StudyRevision } from '../../store/index.ts';
import { findStudyFile } from '../../study-file/index.ts';
import type { CommandContext } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { subjectOf } from '../format-quantities.ts';
import { lookAtFolder, type FolderLook } from './look-at-folder.ts';
import { readMended, type MendedStudy } from './mend-study.ts';
import type { PlannedStoredStudy } from './open-stored-study.ts';

export interface ChangeOptions {
  /** Runs again with the files as they are now. */
  readonly withChanges?: boolean;
  /** Where the study file is now, or its folder. */
  readonly from?: string;
}

/** The files that a retry finds. */
export interface FoundChanges {
  /** Absent where the folder isn't known, or isn't there any more. */
  readonly look: FolderLook | undefined;
  /** Set where the mended files are to be used; not where none differs. */
  readonly mended: MendedStudy | undefined;
}

/**
 * Compares the study's folder with the files that it runs with. Files that differ and aren't to be used are told.
 * @param newest the study's latest revision, if it has any
 * @throws UsageError, StudyError where mended files are to be used and can't be
 */
export async function findChanges(
  context: CommandContext,
  planned: PlannedStoredStudy,
  newest: StudyRevision | undefined,
  options: ChangeOptions,
): Promise<FoundChanges> {
  const { output } = context;
  const { studyId, snapshot } = planned;
  const source =
    options.from === undefined
      ? snapshot.source
      : resolve(await findStudyFile(resolve(context.cwd, options.from)));
  const kept = newest ?? snapshot;
  if (options.withChanges === true) {
    const look = source === undefined ? undefined : await lookAtFolder(source, kept);
    if (look === undefined) throw folderUnknown(studyId, source);
    if (look.changes.length > 0) return { look, mended: await readMended(planned, look) };
    output.note(`No file of ${look.source} differs from those that ${studyId} runs with.`);
    return { look, mended: undefined };
  }
  if (source === undefined) return { look: undefined, mended: undefined };
  const look = await lookAtFolder(source, kept).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    output.warn(`Whether files of the study were changed could not be seen: ${why}`);
    return undefined;
  });
  if (look !== undefined && look.changes.length > 0) warnUnused(context, studyId, look);
  if (newest !== undefined) {
    output.note(`They run with revision ${newest.revision} of the study's files.`);
  }
  return { look, mended: undefined };
}

/** What the JSON of a retry says of the files. @param revision which the runs run with */
export function describeFiles(
  { look, mended }: FoundChanges,
  revision: number | undefined,
): Readonly<Record<string, unknown>> {
  return {
    files: {
      revision: revision ?? firstRevision,
      source: look?.source ?? null,
      changes: look?.changes ?? null,
      changesUsed: mended !== undefined,
    },
  };
}

function warnUnused({ output }: CommandContext, studyId: string, look: FolderLook): void {
  const files = subjectOf(look.changes.length, 'file', 'differ');
  output.warn(
    [
      `${files} in ${dirname(look.source)}. The runs run with the study's own files, NOT with the changed ones:`,
      ...look.changes.map(describeChange),
    ].join('\n  '),
  );
  output.note(`To use the changed files: doeflow retry ${studyId} --failed --with-changes`);
}

function folderUnknown(studyId: string, source: string | undefined): UsageError {
  const message =
    source === undefined
      ? `The store does not say from which study file ${studyId} was started`
      : `The study file ${source}, from which ${studyId} was started, is not there any more`;
  return new UsageError('USAGE_FILE', message, {
    exitCode: exitCodes.notFound,
    hint: `Say where it is: doeflow retry ${studyId} --failed --with-changes --from FOLDER`,
  });
}
