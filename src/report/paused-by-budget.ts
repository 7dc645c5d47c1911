import type { SectionInput } from './section-input.ts';

/** The commands with which a paused study goes on: one that its budget has paused needs another limit first, as it would pause again at once. */
export function resumeCommands({
  summary: { notes = [] },
  snapshot: { studyId },
}: Pick<SectionInput, 'summary' | 'snapshot'>): string {
  const last = notes.findLast((note) => /^Paused\b/u.test(note)) ?? '';
  // The way on isn't told of a pause at a limit that was changed since.
  const needsLimit = last.startsWith('Paused by the guard budget') && last.includes(' --set ');
  return [
    ...(needsLimit ? [`doeflow budget ${studyId} --set AMOUNT`] : []),
    `doeflow resume ${studyId}`,
  ].join('\n');
}
