import type { AnalysedStudy } from '../../analysis/index.ts';
import { analyseTable, studyTableOf, type StudyFacts } from '../../summary/index.ts';
import { mergeOutcomes, type RunOutcome } from '../../run/run-outcome.ts';
import { apartFromStopped, withoutStopped } from '../../run/stopped-runs.ts';
import { noteDone } from '../../run/done-message.ts';
import { layout, readAttempts, readWithdrawnRuns, type StudyReader } from '../../store/index.ts';
import { readAnalysedStudy } from '../../study-file/index.ts';
import type { Plan } from '../../study/plan.ts';
import { findStudy } from '../studies/find-study.ts';
import type { OpenStudy } from '../studies/look-at-open-study.ts';
import { planStoredStudy } from '../studies/open-stored-study.ts';
import { readCost } from '../studies/read-cost.ts';
import type { StoredStudy } from '../studies/stored-study.ts';
import type { AnalysedResults } from './analysed-study.ts';

/**
 * The results of a study of the store or of an archive, at its end or as far as they were collected.
 * @param options `study`: a study file whose `findings` and `statistics` replace those that the study was started with; `archive`: the
 * destination of the archive, where it isn't the store; `look`: asks the study itself, where it is open
 * @throws UsageError with exit code 6 for an unknown study; StudyError for a study file that can't be used
 */
export async function analyseStoredStudy(
  store: StudyReader,
  reference: string,
  {
    study: studyFile,
    archive,
    look,
  }: {
    readonly study?: string | undefined;
    readonly archive?: string | undefined;
    readonly look?: (stored: StoredStudy) => Promise<OpenStudy | undefined>;
  },
): Promise<AnalysedResults> {
  const stored = await findStudy(store, reference, archive);
  const { studyId, ended, study: started, plan } = await planStoredStudy(store, stored);
  const study =
    studyFile === undefined ? started : withQuestions(started, await readAnalysedStudy(studyFile));
  const folder = store.study(studyId);
  const outcomes = mergeOutcomes(await readAttempts(folder));
  const facts = await folder.find(layout.findingFacts);
  const open = ended === undefined ? await look?.(stored) : undefined;
  const standing = await standingOf(store, stored, { plan, outcomes, open });
  const planned = [...outcomes.values()].filter(({ run }) => run > 0);
  return {
    study,
    analysis: analyseTable(
      study,
      studyTableOf(started, plan, outcomes, {
        isStudyOver: ended !== undefined,
        withdrawn: (await readWithdrawnRuns(folder)).now,
      }),
      undefined,
      facts,
    ),
    standing,
    notes: ended
      ? []
      : [
          `Study ${studyId} is unfinished: this covers the ${planned.length} of ${plan.runCount} runs collected so far.`,
          ...noteDone(planned),
        ],
  };
}

/** What is known of a study of the store besides its table, at its end or so far. */
export async function standingOf(
  store: StudyReader,
  { studyId, ended }: StoredStudy,
  {
    plan,
    outcomes,
    open,
  }: {
    readonly plan: Plan;
    readonly outcomes: ReadonlyMap<number, RunOutcome>;
    /** What the study tells of itself, where it is open and was asked. */
    readonly open?: OpenStudy | undefined;
  },
): Promise<StudyFacts> {
  const planned = [...outcomes.values()].filter(({ run }) => run > 0);
  const done = planned.filter(({ status }) => status === 'Done').length;
  return {
    studyId,
    status: ended?.state ?? open?.status ?? 'Unfinished',
    runs: apartFromStopped(
      { total: plan.runCount, done, failed: planned.length - done },
      planned.filter(({ reason }) => reason === 'stopped').length,
    ),
    ...(ended ? { failures: [...withoutStopped(ended.failures)], notes: [...ended.notes] } : {}),
    ...(ended === undefined && open !== undefined ? { notes: [...open.notes] } : {}),
    ...(await costFacts(store, studyId, open)),
  };
}

/** The cost that an open study has so far, else that of the end whose summary is there. */
async function costFacts(
  store: StudyReader,
  studyId: string,
  open: OpenStudy | undefined,
): Promise<Pick<StudyFacts, 'cost'>> {
  if (open?.cost !== undefined) {
    const { low, high, currency } = open.cost;
    return { cost: { low, high, currency } };
  }
  const hasSummary = await store.study(studyId).has(layout.summary);
  return hasSummary ? { cost: await readCost(store, studyId) } : {};
}

function withQuestions(started: AnalysedStudy, asked: AnalysedStudy): AnalysedStudy {
  const { name, variables, design } = started;
  const { findings, statistics } = asked;
  return { name, variables, design, findings, ...(statistics ? { statistics } : {}) };
}
