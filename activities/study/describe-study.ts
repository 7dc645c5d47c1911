/** What people are told of a study in the Temporal UI: why runs failed, what it costs, where its results are. */
import { causesOf, causeWords } from '../../src/run/failure-causes.ts';
import type { DescribeStudyInput } from '../../src/run/activity-contract.ts';
import type { StudyDescription } from '../../src/run/messages.ts';
import {
  findAmended,
  findCostLimit,
  readAttempts,
  type DocumentFolder,
  type StudySnapshot,
} from '../../src/store/index.ts';
import { withUnit } from '../../src/study/committed-words.ts';
import type { Study } from '../../src/study/study.ts';
import { costSoFarText, costText, rangeText } from '../../src/study/cost-text.ts';
import { costOfAttempts } from '../../src/summary/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { outcomesAtHand } from '../outcomes-at-hand.ts';
import { keepPrice } from './keep-price.ts';

/** Causes that are told; `doeflow logs` has all of them. */
const causesAtMost = 5;
/** Of one cause: a log's last lines may be long, and each description is a part of the history. */
const lettersAtMost = 300;

/** Reads what was collected so far, and the price of it where none is kept; the same outcomes at the same price give the same words. */
export async function describeStudy(
  dependencies: ActivityDependencies,
  { studyId, isOver }: DescribeStudyInput,
  { signal }: ActivityRun,
): Promise<StudyDescription> {
  const { store, studyCache } = dependencies;
  const folder = store.study(studyId);
  const { study, snapshot } = await studyCache.get(studyId);
  const attempts = await readAttempts(folder, isOver ? outcomesAtHand(store, studyId) : undefined);
  // A study's end reads it anew before this.
  if (!isOver && attempts.flat().length > 0) await keepPrice(dependencies, studyId, signal);
  const amended = await findAmended(folder);
  const whole = await costOfAttempts(folder, study, attempts);
  // What jobs that execute have used isn't all collected.
  const cost = isOver ? whole : { ...whole, high: null };
  const causes = causesOf(attempts).map(causeWords);
  const left = causes.length - causesAtMost;
  return {
    causes: [
      ...causes.slice(0, causesAtMost).map(clipped),
      ...(left > 0 ? [`and ${left} other causes`] : []),
    ],
    cost: `${isOver ? costText(cost) : costSoFarText(cost)}${await limitWords(folder, study)}`,
    costRange: rangeText(cost),
    ...(amended === undefined ? {} : { amended: amended.revision }),
    ...(snapshot.resultsDir === undefined ? {} : { resultsDir: snapshot.resultsDir }),
    ...jobPagesOf(snapshot),
  };
}

/** `; of 5.00 USD at most`, where the cost has a limit: what of it is committed is told when it holds the study. */
async function limitWords(
  folder: DocumentFolder,
  study: Pick<Study, 'execution'>,
): Promise<string> {
  const limit = await findCostLimit(folder, study);
  return limit === undefined ? '' : `; of ${withUnit(limit.amount, limit.currency)} at most`;
}

function clipped(words: string): string {
  return words.length <= lettersAtMost ? words : `${words.slice(0, lettersAtMost - 1)}…`;
}

function jobPagesOf({ platform }: StudySnapshot): Pick<StudyDescription, 'jobPages'> {
  return platform?.kind === 'configured' ? { jobPages: `${platform.baseUrl}jobs` } : {};
}
