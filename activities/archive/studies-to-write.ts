import type { ArchiveDestination, JobChoice } from '../../src/archive/index.ts';
import { isChosen } from './open-archive.ts';

/**
 * The studies whose crate a pass writes: those of its jobs, and those whose crate an earlier pass failed to write, so that it is tried again
 * though none of their jobs has changed since. Sorted ids.
 */
export async function studiesToWrite(
  destination: Pick<ArchiveDestination, 'crateWrittenAt'>,
  choices: readonly JobChoice[],
  archivedAt: (jobId: string) => Promise<string | undefined>,
): Promise<readonly string[]> {
  const chosen = new Set(choices.filter(isChosen).flatMap(({ studyId }) => studyId ?? []));
  const latest = new Map<string, string>();
  for (const { jobId, studyId, choice } of choices) {
    if (choice !== 'unchanged' || studyId === undefined || chosen.has(studyId)) continue;
    const at = (await archivedAt(jobId)) ?? '';
    if (at > (latest.get(studyId) ?? '')) latest.set(studyId, at);
  }
  for (const [studyId, at] of latest) {
    const written = await destination.crateWrittenAt(studyId);
    if (written === undefined || written < at) chosen.add(studyId);
  }
  return [...chosen].sort();
}
