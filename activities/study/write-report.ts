import { mergeOutcomes, type RunOutcome } from '../../src/run/run-outcome.ts';
import {
  jobsOf,
  layout,
  readPlatformJobs,
  readRevisions,
  readSlotsOfJobs,
} from '../../src/store/index.ts';
import { studyTableOf } from '../../src/summary/index.ts';
import type { ReportSummary } from '../../src/report/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** What the report shows beside the study itself. */
interface ReportFacts {
  readonly summary: ReportSummary;
  readonly lastJobNumber: number;
  /** The outcomes of its jobs until then. */
  readonly attempts: readonly (readonly RunOutcome[])[];
  readonly isStudyOver: boolean;
}

/** Writes report.html into the study's folder. Whatever goes wrong fails no study. @returns what did, as sentences */
export async function writeReport(
  {
    store,
    studyCache,
    engineVersion,
  }: Pick<ActivityDependencies, 'store' | 'studyCache' | 'engineVersion'>,
  studyId: string,
  { summary, lastJobNumber, attempts, isStudyOver }: ReportFacts,
): Promise<string[]> {
  const folder = store.study(studyId);
  try {
    // Loaded at a study's end only.
    const { createReport, readPageScript, renderReport } =
      await import('../../src/report/index.ts');
    const { study, plan, snapshot } = await studyCache.get(studyId);
    const report = await createReport({
      ...{ study, plan, attempts, summary, snapshot, engineVersion, isStudyOver },
      table: studyTableOf(study, plan, mergeOutcomes(attempts)),
      jobs: await readPlatformJobs(folder, lastJobNumber),
      revisions: await readRevisions(folder),
      slots: await readSlotsOfJobs(folder, study, jobsOf(attempts)),
      studyText: (await store.readContent(snapshot.studyFile.sha256)).toString('utf8'),
    });
    await folder.sink(layout.reportPage)([renderReport(report, await readPageScript())]);
    return [];
  } catch (error) {
    // None is better than one of an earlier end of the study.
    await folder.remove(layout.reportPage);
    const sentence = error instanceof Error ? error.message : String(error);
    return [
      `The report could not be written: ${sentence}. All other results are there. To write it again: doeflow report ${studyId}`,
    ];
  }
}
