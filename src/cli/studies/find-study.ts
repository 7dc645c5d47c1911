import { UsageError } from '../../errors.ts';
import type { PrunedStudy, StudyReader } from '../../store/index.ts';
import { studyPruned } from './pruned-words.ts';
import type { StoredStudy } from './stored-study.ts';
import { readStoredStudy, surveyStudies } from './stored-study.ts';

/**
 * The study that a person means: a study id, a name (its newest study), or the start of exactly one id; `-` is the newest of all.
 * @param archive the destination of the archive that is read, where it isn't the store
 * @throws UsageError with exit code 6, naming similar ones; ResultError RESULT_STORE where one that may be meant is damaged
 */
export async function findStudy(
  store: StudyReader,
  reference: string,
  archive?: string,
): Promise<StoredStudy> {
  const ids = await store.listStudies();
  if (ids.includes(reference)) {
    const exact = await readStoredStudy(store, reference);
    if (exact !== undefined) return exact;
  }
  const { studies: all, damaged, pruned } = await surveyStudies(store);
  refusePruned(reference, all, pruned);
  const isName = all.some(({ snapshot }) => snapshot.studyName === reference);
  const meant = damaged.find(({ studyId }) => mayMean(reference, studyId, isName));
  if (meant !== undefined) throw meant.fault;
  const maybe = all.filter(({ starting }) => starting === 'new');
  const begun = all.filter(({ starting }) => starting !== 'new');
  // One that may never have begun is only meant where no other can be.
  const isMeant = maybe.some(({ studyId, snapshot }) =>
    [studyId, snapshot.studyName].includes(reference),
  );
  const isKnown = begun.some(({ snapshot }) => snapshot.studyName === reference);
  return chooseStudy(isMeant && !isKnown ? maybe : begun, reference, archive);
}

/** @throws UsageError USAGE_STUDY_PRUNED where the study that is meant was pruned: an older one of its name isn't taken for it */
function refusePruned(
  reference: string,
  all: readonly StoredStudy[],
  pruned: readonly PrunedStudy[],
): void {
  if (reference === '-') return;
  const whole = pruned.find(({ studyId }) => studyId === reference);
  if (whole !== undefined) throw studyPruned(whole);
  const isMeant = (studyId: string, studyName: string): boolean =>
    studyName === reference || studyId.startsWith(reference);
  const newest = pruned.find(({ studyId, studyName }) => isMeant(studyId, studyName));
  if (newest === undefined) return;
  const isLater = all.some(
    ({ studyId, snapshot }) =>
      isMeant(studyId, snapshot.studyName) && snapshot.createdAt > newest.createdAt,
  );
  if (!isLater) throw studyPruned(newest);
}

/** Whether a study that can't be read may be the one that is meant: an older one of its name isn't taken for it. */
function mayMean(reference: string, studyId: string, isName: boolean): boolean {
  if (reference === '-') return true;
  return (
    studyId.startsWith(reference) && (!isName || /^-\d/u.test(studyId.slice(reference.length)))
  );
}

/** {@link findStudy} over studies that were read already, newest first. */
export function chooseStudy(
  all: readonly StoredStudy[],
  reference: string,
  archive?: string,
): StoredStudy {
  const newest = all[0];
  if (reference === '-' && newest !== undefined) return newest;
  const named =
    all.find((study) => study.studyId === reference) ??
    all.find((study) => study.snapshot.studyName === reference);
  if (named !== undefined) return named;
  const starting = all.filter((study) => study.studyId.startsWith(reference));
  const [only] = starting;
  // Several studies of one name share its start: the newest is meant, as with the whole name.
  const names = new Set(starting.map((study) => study.snapshot.studyName));
  if (only !== undefined && names.size === 1) return only;
  if (starting.length > 1) {
    throw new UsageError(
      'USAGE_STUDY_AMBIGUOUS',
      `"${reference}" is the start of ${starting.length} studies: ${nameSome([...names])}`,
      { exitCode: 6, hint: 'Give more of the name or id' },
    );
  }
  const known = [...new Set(all.map((study) => study.snapshot.studyName))];
  if (archive !== undefined) throw notArchived(all, reference, archive);
  throw new StudyNotStored(
    reference,
    known.length === 0
      ? 'No study was started yet. Start one: doeflow run STUDY-FILE'
      : `Known studies: ${nameSome(known)}. See all: doeflow list`,
  );
}

/** Thrown when the store doesn't have the study that is meant; whether it runs all the same, only Temporal knows. */
export class StudyNotStored extends UsageError {
  /** As it was typed. */
  readonly reference: string;

  constructor(
    reference: string,
    hint: string,
    why = `There is no study "${reference}" in the store`,
  ) {
    super('USAGE_STUDY_NOT_FOUND', why, { exitCode: 6, hint });
    this.reference = reference;
  }
}

function notArchived(all: readonly StoredStudy[], reference: string, archive: string): UsageError {
  const message = `There is no study "${reference}" in the archive ${archive}`;
  return new UsageError('USAGE_STUDY_NOT_FOUND', message, {
    exitCode: 6,
    hint:
      all.length === 0
        ? 'It holds no study: jobs alone, or nothing yet'
        : `Studies in it: ${nameSome(all.map(({ studyId }) => studyId))}`,
  });
}

function nameSome(names: readonly string[]): string {
  return names.length > 5 ? `${names.slice(0, 5).join(', ')}, …` : names.join(', ');
}
