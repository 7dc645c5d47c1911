/** Keeps the sentences of causes and cost that the Temporal UI shows up to date. */
import { condition, log, patched, sleep } from '@temporalio/workflow';
import { isRefusal } from '../failures.ts';
import { publishProgress } from './publish-progress.ts';
import type { StudyContext } from './study-context.ts';

/** The first wait between two looks, in lags of the platform's lists: seconds on one machine, a minute elsewhere. */
const firstLags = 5;

/** The wait grows by this: a study of eight hours has about seventy looks, one of a month about a hundred and twenty. */
const growth = 1.1;

/** Runs until it is cancelled: looks into the store when runs have ended since the last look. */
export async function describeAsItGoes(context: StudyContext): Promise<void> {
  const { ledger, input } = context;
  // Studies of before had counts alone.
  if (!patched('study-described')) return;
  const hasNews = (): boolean => {
    const { done, failed } = ledger.counts;
    const { described = { done: 0, failed: 0 } } = ledger.state;
    return done !== described.done || failed !== described.failed;
  };
  for (let waitMs = firstLags * input.pace.listLagMs; ; waitMs *= growth) {
    await condition(hasNews);
    await describe(context, false);
    await sleep(waitMs, { summary: 'until causes and cost are looked at again' });
  }
}

/** The last look, when all jobs have ended. */
export async function describeEnd(context: StudyContext): Promise<void> {
  if (patched('study-described')) await describe(context, true);
}

/** A study goes on without such words where they are refused. */
async function describe(context: StudyContext, isOver: boolean): Promise<void> {
  const { ledger, input, proxies } = context;
  const { counts } = ledger;
  try {
    ledger.describe(await proxies.step.describeStudy({ studyId: input.studyId, isOver }), counts);
    publishProgress(context);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    log.warn('What the study is like could not be told', { error });
  }
}
