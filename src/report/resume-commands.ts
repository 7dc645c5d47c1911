import type { ReportInput } from './report-input.ts';

/** The commands with which a paused study goes on: one that its budget has paused needs another limit first, as it would pause again at once. */
export function resumeCommands({
  needsLimit,
  snapshot: { studyId },
}: Pick<ReportInput, 'needsLimit'> & {
  readonly snapshot: Pick<ReportInput['snapshot'], 'studyId'>;
}): string {
  return [
    ...(needsLimit === true ? [`doeflow budget ${studyId} --set AMOUNT`] : []),
    `doeflow resume ${studyId}`,
  ].join('\n');
}
