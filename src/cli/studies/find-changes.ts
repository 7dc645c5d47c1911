/** What a retry says of the files in the study's folder: which differ from those that the study runs with, and whether they are used. */
import { dirname, resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { firstRevision } from '../../run/first-revision.ts';
import { revisionWords } from '../../run/revision-of.ts';
import { describeChange, type StudyRevision } from '../../store/index.ts';
import { findStudyFile, type StudyBounds } from '../../study-file/index.ts';
import type { CommandContext } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { subjectOf } from '../format-quantities.ts';
import { studyBounds, type BoundsOptions } from '../study-bounds.ts';
import { lookAtFolder, type FolderLook } from './look-at-folder.ts';
import { readMended, type MendedStudy } from './mend-study.ts';
import type { PlannedStoredStudy } from './open-stored-study.ts';
import type { StoredStudy } from './stored-study.ts';
import { pathWord } from '../../quote-shell.ts';

export interface ChangeOptions extends BoundsOptions {
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
  const { studyId, snapshot } = planned;
  const source =
    options.from === undefined
      ? snapshot.source
      : resolve(await findStudyFile(resolve(context.cwd, options.from)));
  const bounds = studyBounds(context, options);
  if (options.withChanges !== true) {
    const study = { ...planned, newest, source, bounds };
    return { look: await tellUnused(context, study), mended: undefined };
  }
  const look =
    source === undefined ? undefined : await lookAtFolder(source, newest ?? snapshot, bounds);
  if (look === undefined) throw folderUnknown(studyId, source);
  const isUnchanged = look.changes.length === 0 && look.files !== undefined;
  const mended = isUnchanged ? undefined : await readMended(planned, look, bounds);
  return { look, mended };
}

/**
 * Compares a study's folder with the files that it runs with, and tells which differ, and that they aren't used.
 * @returns undefined where the folder isn't known, isn't there any more, or can't be read, which is told
 */
export async function tellUnused(
  context: CommandContext,
  study: Pick<StoredStudy, 'studyId' | 'snapshot'> & {
    readonly newest: StudyRevision | undefined;
    /** The study file in that folder; absolute. */
    readonly source: string | undefined;
    readonly bounds?: StudyBounds;
  },
): Promise<FolderLook | undefined> {
  const { snapshot, newest, source, bounds = studyBounds(context) } = study;
  const { output } = context;
  if (source === undefined) return undefined;
  const look = await lookAtFolder(source, newest ?? snapshot, bounds).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    output.warn(`Whether files of the study were changed could not be seen: ${why}`);
    return undefined;
  });
  if (look !== undefined && look.changes.length > 0) warnUnused(context, study, look);
  else if (newest !== undefined) {
    output.note(`The runs run with ${revisionWords(newest.revision)}.`);
  }
  return look;
}

/** What the JSON of a retry says of the files. @param revision which the runs run with */
export function describeFiles(
  { look, mended }: Pick<FoundChanges, 'look'> & Partial<FoundChanges>,
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

function warnUnused(
  { output }: CommandContext,
  { studyId, snapshot, newest }: Parameters<typeof tellUnused>[1],
  look: FolderLook,
): void {
  const files = subjectOf(look.changes.length, 'file', 'differ');
  output.warn(
    [
      `${files} in ${dirname(look.source)}. The runs run with ${revisionWords(newest?.revision)}, NOT with the changed ones:`,
      ...look.changes.map(describeChange),
    ].join('\n  '),
  );
  const from = look.source === snapshot.source ? '' : ` --from ${pathWord(look.source)}`;
  const use = `doeflow retry ${studyId} --failed --with-changes${from}`;
  output.note(
    look.files === undefined
      ? `They can't be used as they are. What is missing or wrong: doeflow validate ${pathWord(look.source)}   Once it is mended: ${use}`
      : `To use the changed files: ${use}`,
  );
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
