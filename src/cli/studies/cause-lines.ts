import { printableLine } from '../printable.ts';
import { causeWords, type FailureCause } from '../../run/failure-causes.ts';

/** Causes of failed runs that are shown in full. */
const shownCauses = 5;

/** Why runs failed, under a heading; what isn't shown is counted, with the command that shows it. None where nothing failed. */
export function causeLines(causes: readonly FailureCause[], studyId: string): readonly string[] {
  if (causes.length === 0) return [];
  const left = causes.slice(shownCauses);
  const runs = left.reduce((sum, cause) => sum + cause.runs, 0);
  return [
    'failed runs by cause:',
    ...causes.slice(0, shownCauses).map(causeWords),
    ...(left.length === 0
      ? []
      : [`${runs} more, of ${left.length} other causes: doeflow logs ${studyId}`]),
  ].map(printableLine);
}
