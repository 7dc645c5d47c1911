/** What is said of an open study that a start finds: that it runs, or is paused, why, and what to do. Pure. */
import type { StudyProgress } from '../../run/messages.ts';

/** Of one with the same plan. @param progress absent where the study did not answer */
export function joinedWords(
  studyId: string,
  progress: Pick<StudyProgress, 'state' | 'activity'> | undefined,
  { runs, again }: { /** Such as `20 runs`. */ readonly runs: string; readonly again: boolean },
): string {
  const plan = `with the same plan (${runs})`;
  const asked = again ? ' --again starts a further study only once this one has ended.' : '';
  if (progress?.state !== 'Paused') {
    return `Study ${studyId} is already running ${plan}: nothing was started.${asked}`;
  }
  return `Study ${studyId} is there already ${plan}, and is ${whyPaused(progress)}. Nothing was started.${asked} ${waysOn(studyId)}`;
}

/** Before an order has a paused study go on: what runs besides. Undefined where it isn't paused, or all has run. */
export function goesOnWords(
  studyId: string,
  progress: Pick<StudyProgress, 'state' | 'activity' | 'runs'> | undefined,
): string | undefined {
  if (progress?.state !== 'Paused') return undefined;
  const { total, done, failed, withdrawn = 0 } = progress.runs;
  const left = total - done - failed - withdrawn;
  if (left <= 0) return undefined;
  return `Study ${studyId} is ${whyPaused(progress)}. It goes on with this, so that ${left === 1 ? 'the run' : `the ${left} runs`} that had not run yet ${left === 1 ? 'runs' : 'run'} and cost${left === 1 ? 's' : ''}, too.`;
}

/** Of one of that name with another plan. */
export function otherPlanWords(
  name: string,
  studyId: string,
  progress: Pick<StudyProgress, 'state' | 'activity'> | undefined,
): { readonly message: string; readonly hint: string } {
  const mended = `with the files mended here: doeflow retry ${studyId} --failed --with-changes`;
  const other = 'or give this study another name';
  return progress?.state === 'Paused'
    ? {
        message: `A study "${name}" with another plan is there already: ${studyId}, which is ${whyPaused(progress)}`,
        hint: `${waysOn(studyId)}; ${mended}; ${other}`,
      }
    : {
        message: `A study "${name}" is already running with another plan: ${studyId}`,
        hint: `Wait for it (doeflow watch ${studyId}); where it is paused have it go on (doeflow resume ${studyId}, or ${mended}); stop it (doeflow stop ${studyId}); ${other}`,
      };
}

/** `paused by the guard budget: …`, whether or not the study's own words begin so. */
function whyPaused({ activity }: Pick<StudyProgress, 'activity'>): string {
  return /^paused\b/iu.test(activity)
    ? activity.charAt(0).toLowerCase() + activity.slice(1)
    : `paused: ${activity}`;
}

function waysOn(studyId: string): string {
  return `To go on: doeflow resume ${studyId}; to end it: doeflow stop ${studyId}`;
}
