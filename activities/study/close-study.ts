/** The last step of a study: summary, manifest, the state for readers without a workflow, the readable copy. */
import {
  composeSummary,
  findingsSchema,
  statisticsName,
  storedStatisticsSchema,
  type StudySummaryDocument,
  summaryName,
} from '../../src/summary/index.ts';
import {
  publishResults,
  readPlatformJobs,
  statusName,
  type StudyFolder,
  writeManifest,
} from '../../src/store/index.ts';
import type { StudyProgress } from '../../src/run/messages.ts';
import type { CloseStudyInput } from '../../src/run/activity-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { findingsName } from '../findings/findings.ts';
import { countCost } from './count-cost.ts';
import { readCheckpoint } from './list-jobs.ts';

/** Writes what a study leaves behind. A copy that can't be written is told, never fails the study: the store has everything. */
export async function closeStudy(
  { store, studyCache, engineVersion }: ActivityDependencies,
  { studyId, progress, resultsDir }: CloseStudyInput,
  _run: ActivityRun,
): Promise<{ notes: string[] }> {
  const folder = store.study(studyId);
  const { study, plan, snapshot } = await studyCache.get(studyId);
  const lastJobNumber = (await readCheckpoint(folder)).jobs;
  const jobs = await readPlatformJobs(folder, lastJobNumber);
  const statistics = await folder.readJson(statisticsName, storedStatisticsSchema);
  const findings = await describeFindings(
    folder,
    jobs.map(({ jobId }) => jobId),
  );
  const summary = composeSummary(study, statistics, findings, {
    studyId,
    status: progress.state,
    runs: progress.runs,
    failures: progress.failures,
    cost: await countCost(folder, study, lastJobNumber),
    notes: progress.notes,
  });
  await folder.writeJson(summaryName, summary);
  await folder.writeBytes('study.yaml', await store.readObject(snapshot.studyFile.sha256));
  await writeManifest(folder, {
    studyId,
    engineVersion,
    seed: study.design.seed,
    method: study.design.method,
    planHash: snapshot.planHash,
    runs: plan.runCount,
    ...(plan.refused === undefined ? {} : { refused: plan.refused }),
    notes: plan.notes,
    inputs: snapshot.files,
    jobs,
  });
  await folder.writeJson(statusName, progress);
  if (resultsDir === undefined) return { notes: [] };
  try {
    await publishResults(folder, resultsDir);
    return { notes: [] };
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    return { notes: [`The results could not be copied to the results folder: ${sentence}`] };
  }
}

/** Each finding with its value, and on how many jobs it was read back. */
async function describeFindings(
  folder: StudyFolder,
  jobIds: readonly string[],
): Promise<StudySummaryDocument['findings']> {
  const findings = await folder.readJson(findingsName, findingsSchema);
  let verified = 0;
  for (const jobId of jobIds) {
    if (await folder.has(`findings/${encodeURIComponent(jobId)}.json`)) verified += 1;
  }
  return findings.map((finding) => ({ ...finding, readBackFromJobs: verified }));
}
