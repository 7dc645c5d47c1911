/** Tables, statistics and findings of a study from the outcomes of its jobs. Repeatable: the same outcomes give the same bytes. */
import { analyseInThread, studyTableOf } from '../../src/summary/index.ts';
import { mergeOutcomes } from '../../src/run/run-outcome.ts';
import {
  layout,
  jobsOf,
  readPlatformJobs,
  readSlotsOfJobs,
  readWithdrawnRuns,
} from '../../src/store/index.ts';
import { writeDesignTable, writeResultsTable, writeRunsTable } from '../../src/tables/index.ts';
import { noteUncollected } from '../../src/run/uncollected-files.ts';
import { noteDone } from '../../src/run/done-message.ts';
import { noteFailedAnew } from '../../src/run/not-done-anew.ts';
import { noteUnread } from '../../src/run/note-unread.ts';
import { noteOutcomes } from '../../src/study/note-outcomes.ts';
import { isStudyOver } from '../../src/run/run-state.ts';
import type { AnalyseStudyInput } from '../../src/run/activity-contract.ts';
import type { AnalysedStudy } from '../../src/run/analysed-study.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { findingFacts } from '../findings/finding-facts.ts';
import { findingsTakenBack } from '../findings/findings-taken-back.ts';
import { readOutcomesAtEnd } from './outcomes-lost.ts';

/** Writes design.csv, results.csv, runs.csv, statistics and findings into the study's folder. */
export async function analyseStudy(
  dependencies: ActivityDependencies,
  input: AnalyseStudyInput,
  run: ActivityRun,
): Promise<AnalysedStudy> {
  const { studyId, lastJobNumber, nextPlanned, withdrawn = [], state } = input;
  const { store, studyCache } = dependencies;
  const folder = store.study(studyId);
  const { study, plan } = await studyCache.get(studyId);
  await folder.write(layout.checkpoint, {
    jobs: lastJobNumber,
    nextPlanned,
    ...(withdrawn.length === 0 ? {} : { withdrawn }),
  });
  const { attempts, notes: lost, left } = await readOutcomesAtEnd(dependencies, input, run);
  const outcomes = mergeOutcomes(attempts);
  const writeTables = async (): Promise<void> => {
    await writeDesignTable(folder.sink(layout.designTable), study, plan);
    const { now } = await readWithdrawnRuns(folder);
    const results = folder.sink(layout.resultsTable);
    await writeResultsTable(results, study, plan, outcomes, isStudyOver(state), now);
    const slots = await readSlotsOfJobs(folder, study, jobsOf(attempts));
    await writeRunsTable(folder.sink(layout.runsTable), attempts, slots);
  };
  const table = studyTableOf(study, plan, outcomes);
  const facts = await findingFacts(dependencies, studyId, run);
  const [{ statistics, findings }] = await Promise.all([
    analyseInThread({ study, table, facts }),
    writeTables(),
  ]);
  await folder.write(layout.findings, findings);
  await folder.write(layout.statistics, statistics);
  const jobs = await readPlatformJobs(folder, lastJobNumber);
  const back = await countTakenBack(dependencies, studyId, jobs);
  return {
    // What was taken back is written, too: its fields are cleared.
    findings: findings.filter(({ value }) => value !== undefined).length + back,
    jobs: state === 'Stopped' || state === 'Aborted' || left !== undefined ? 0 : jobs.length,
    ...(left === undefined ? {} : { left }),
    notes: [
      ...lost,
      ...noteFailedAnew(attempts),
      ...noteUnread(outcomes.values()),
      ...noteDone(outcomes.values()),
      ...noteUncollected(outcomes.values()),
      ...noteOutcomes(outcomes.values(), study, plan),
      ...findings.flatMap(({ name, reason }) =>
        reason === undefined ? [] : [`Finding "${name}": ${reason}`],
      ),
    ],
  };
}

/** Findings that were taken back of a study which had written some. */
async function countTakenBack(
  { store, studyCache }: ActivityDependencies,
  studyId: string,
  jobs: readonly { readonly jobId: string }[],
): Promise<number> {
  const names = await findingsTakenBack({ store, studyCache }, studyId);
  if (names.length === 0) return 0;
  const folder = store.study(studyId);
  for (const { jobId } of jobs) {
    if (await folder.has(layout.verifiedFindings(jobId))) return names.length;
  }
  return 0;
}
