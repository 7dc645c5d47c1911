/** What is shown before Temporal was asked: that takes a second, and nobody should look at nothing for so long. */
import {
  layout,
  numberOfOutcomes,
  numberOfPlatformJob,
  type StudyReader,
} from '../../store/index.ts';
import { countOf } from '../format-quantities.ts';
import type { Output } from '../output/output.ts';
import { clip, printableLine } from '../printable.ts';
import type { StoredStudy } from '../studies/stored-study.ts';

/** Draws what the names of the study's stored objects tell; nothing where no frame can be drawn. */
export async function showFirstFrame(
  output: Output,
  store: StudyReader,
  { studyId }: Pick<StoredStudy, 'studyId'>,
): Promise<void> {
  if (!output.live) return;
  const { submitted, collected } = await countJobs(store, studyId);
  const jobs = `${countOf(submitted, 'job')} submitted so far, ${collected} of them collected whole`;
  const line = (text: string): string => clip(printableLine(text), output.width);
  output.frame([
    output.colors.bold(line(studyId)),
    output.colors.dim(line('asking how far its runs are')),
    ...(submitted === 0 ? [] : [line(jobs)]),
  ]);
}

/** Draws one line of what is being done; nothing where no frame can be drawn. */
export function showBegin(output: Output, doing: string): void {
  if (!output.live) return;
  output.frame([output.colors.dim(clip(printableLine(doing), output.width))]);
}

async function countJobs(
  store: StudyReader,
  studyId: string,
): Promise<{ readonly submitted: number; readonly collected: number }> {
  const folder = store.study(studyId);
  const [jobs, outcomes] = await Promise.all([
    folder.list(layout.allJobs),
    folder.list(layout.allOutcomes),
  ]);
  return {
    submitted: jobs.objects.filter((name) => numberOfPlatformJob(name) !== undefined).length,
    collected: outcomes.objects.filter((name) => (numberOfOutcomes(name) ?? 0) > 0).length,
  };
}
