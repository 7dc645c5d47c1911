import { mergeOutcomes } from '../../run/run-outcome.ts';
import {
  jobsOf,
  layout,
  readAttempts,
  readPlatformJobs,
  readRevisions,
  readSlotsOfJobs,
  readWithdrawnRuns,
  type StudyReader,
} from '../../store/index.ts';
import { analyseTable, composeSummary, costOfAttempts, studyTableOf } from '../../summary/index.ts';
import type { ReportInput } from '../../report/index.ts';
import { standingOf } from '../analysis/analyse-stored-study.ts';
import type { OpenStudy } from './look-at-open-study.ts';
import { readKeptSummary } from './read-kept-summary.ts';
import { planStoredStudy } from './open-stored-study.ts';
import type { StoredStudy } from './stored-study.ts';

/** Who writes a report, and when. */
interface ReportWriter {
  /** Of this program. */
  readonly version: string;
  readonly now: Date;
  /** What the study tells of itself, where it is open and was asked. */
  readonly open?: OpenStudy | undefined;
}

/** What a study's report is made of, at its end or as far as its runs were collected. */
export async function readReportInput(
  store: StudyReader,
  stored: StoredStudy,
  { version, now, open }: ReportWriter,
): Promise<ReportInput> {
  const { study, plan, studyId, snapshot, ended } = await planStoredStudy(store, stored);
  const folder = store.study(studyId);
  const attempts = await readAttempts(folder);
  const { now: withdrawn } = await readWithdrawnRuns(folder);
  const table = studyTableOf(study, plan, mergeOutcomes(attempts), {
    ...{ isStudyOver: ended !== undefined, withdrawn },
  });
  const lastJob = attempts.flat().reduce((last, one) => Math.max(last, one.jobNumber), 0);
  return {
    ...{ study, plan, table, attempts, snapshot },
    summary:
      (await readKeptSummary(folder, stored, version)) ??
      (await summariseAnew(store, stored, { study, plan, table, attempts, open })),
    jobs: await readPlatformJobs(folder, lastJob),
    revisions: await readRevisions(folder),
    isStudyOver: ended !== undefined,
    needsLimit: open?.needsLimit,
    ...(ended === undefined && { writtenAt: now.toISOString() }),
    slots: await readSlotsOfJobs(folder, study, jobsOf(attempts)),
    engineVersion: version,
    studyText: (await store.readContent(snapshot.studyFile.sha256)).toString('utf8'),
  };
}

/** Computes the statistics of what is collected: of many runs the longest part of a report. */
async function summariseAnew(
  store: StudyReader,
  stored: StoredStudy,
  {
    study,
    plan,
    table,
    attempts,
    open,
  }: Pick<ReportInput, 'study' | 'plan' | 'table' | 'attempts'> & Pick<ReportWriter, 'open'>,
): Promise<ReportInput['summary']> {
  const folder = store.study(stored.studyId);
  const facts = await folder.find(layout.findingFacts);
  const { statistics, findings } = analyseTable(study, table, undefined, facts);
  const standing = await standingOf(store, stored, {
    ...{ plan, open },
    outcomes: mergeOutcomes(attempts),
  });
  const cost = standing.cost ?? {
    ...(await costOfAttempts(folder, study, attempts)),
    high: null,
  };
  return composeSummary(study, statistics, findings, { ...standing, cost });
}
