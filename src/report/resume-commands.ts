import type { ReportInput } from './report-input.ts';

type PausedStudy = Pick<ReportInput, 'needsLimit'> & {
  readonly snapshot: Pick<ReportInput['snapshot'], 'studyId'>;
};

/** The commands with which a paused study goes on: one that its budget has paused needs another limit first, as it would pause again at once. */
export function resumeCommands(study: PausedStudy): string {
  return behindLimit(study, 'resume').join('\n');
}

/** The commands with which the failed runs of a study run again, behind another limit where its budget has paused it. */
export function retryCommands(study: PausedStudy): readonly string[] {
  return behindLimit(study, 'retry', ' --failed');
}

function behindLimit(
  { needsLimit, snapshot: { studyId } }: PausedStudy,
  verb: string,
  flags = '',
): readonly string[] {
  return [
    ...(needsLimit === true ? [`doeflow budget ${studyId} --set AMOUNT`] : []),
    `doeflow ${verb} ${studyId}${flags}`,
  ];
}
