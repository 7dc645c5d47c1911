/** Why a study is paused, as that stands now: a limit that was set since the pause makes the pause's own words old. Pure. */
import type { StudyProgress } from '../../run/messages.ts';
import { resumeCommands } from '../../run/ways-on.ts';
import { withUnit } from '../../study/committed-words.ts';
import { tooLowLimit } from './least-limit.ts';
import { budgetWords, type StudyBudget } from './read-budget.ts';

type Pause = Pick<StudyProgress, 'state' | 'activity' | 'pausedBy'>;

/** Whether the guard budget has paused the study by another limit than holds now. */
export function isPausedByOldLimit(
  { state, activity, pausedBy }: Pause,
  budget: StudyBudget | undefined,
): boolean {
  if (state !== 'Paused' || pausedBy !== 'budget') return false;
  if (budget === undefined || budget.changes.length === 0) return false;
  const then = limitIn(activity);
  return then !== undefined && then !== limitIn(budgetWords(budget));
}

/** Whether the guard budget has paused the study by the limit that still holds, or one with no more room was set since: it would pause again at once. */
export function isHeldByLimit(progress: Pause, budget: StudyBudget | undefined): boolean {
  const isOfBudget = progress.state === 'Paused' && progress.pausedBy === 'budget';
  if (!isOfBudget) return false;
  return !isPausedByOldLimit(progress, budget) || tooLowLimit(budget) !== undefined;
}

/** The commands with which a study that its budget has paused goes on: with the limit that paused it, it would pause again at once. Undefined of any other study. */
export function waysOfPause(
  progress: Pause | undefined,
  budget: StudyBudget | undefined,
  studyId: string,
): readonly string[] | undefined {
  if (progress?.state !== 'Paused' || progress.pausedBy !== 'budget') return undefined;
  return resumeCommands({
    ...{ studyId, needsLimit: isHeldByLimit(progress, budget) },
    leastLimit: tooLowLimit(budget)?.least,
  });
}

/** What the study does: of one that an earlier limit has paused the limit in force, and what resume would do. */
export function activityWords(
  progress: Pause,
  budget: StudyBudget | undefined,
  studyId: string,
): string {
  if (budget === undefined || !isPausedByOldLimit(progress, budget)) return progress.activity;
  const then = `paused by the guard budget at its earlier limit of ${limitIn(progress.activity) ?? ''}`;
  const { maxCost, committed, currency } = budget;
  const tooLow = tooLowLimit(budget);
  const resume = `doeflow resume ${studyId}`;
  if (maxCost === null) return `${then}; no limit holds now: ${resume} has it go on`;
  const now = `${withUnit(maxCost, currency)} hold now`;
  if (tooLow !== undefined) {
    return `${then}; ${now}, which lets nothing more begin: ${tooLow.words}`;
  }
  return committed !== null && committed >= maxCost
    ? `${then}; ${now}, of which nothing is left: ${resume} would pause it once more before its next job`
    : `${then}; ${now}: ${resume} sends what fits within that, and pauses it again where nothing does`;
}

/** How the guard's own note begins. */
const noteOfBudget = /^paused by the guard budget\b/iu;

/** The notes of a study, those of a pause at an earlier limit without the way on that they had then. */
export function notesNow(
  progress: Pause & Pick<StudyProgress, 'notes'>,
  budget: StudyBudget | undefined,
): readonly string[] {
  if (!isPausedByOldLimit(progress, budget)) return progress.notes;
  return progress.notes.map((note) =>
    noteOfBudget.test(note)
      ? `${note.replace(/ To go on: .*$/su, '')} That was at the earlier limit.`
      : note,
  );
}

/** The limit in words such as `0.90 of 1.00 USD are committed`. */
function limitIn(words: string): string | undefined {
  return / of ([\d.e+-]+(?: \w+)?) are committed/u.exec(words)?.[1];
}
