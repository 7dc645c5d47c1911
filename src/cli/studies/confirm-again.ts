/** What stands between a person and paying twice: a plan that was run before is shown first. */
import { join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { mergeOutcomes } from '../../run/run-outcome.ts';
import { firstRevision } from '../../run/first-revision.ts';
import { countRevisions, revisionCounts, revisionWords } from '../../run/revision-of.ts';
import { layout, readAttempts, type Store } from '../../store/index.ts';
import { askYes, canAsk } from '../ask.ts';
import type { CommandContext } from '../context.ts';
import { costText } from '../../study/cost-text.ts';
import { exitCodes } from '../exit-codes.ts';
import { countOf } from '../format-quantities.ts';
import { resultsDirOf } from './export-results.ts';
import type { EqualFiles } from './find-equal-study.ts';
import { readCost } from './read-cost.ts';
import type { EndedStudy } from './stored-study.ts';

/**
 * Resolves when the person at the terminal wants to pay for all runs of this plan once more.
 * @throws UsageError USAGE_RAN_BEFORE, exit code 5, when they don't, or nobody can be asked
 */
export async function confirmAgain(
  context: CommandContext,
  store: Store,
  before: EndedStudy & EqualFiles,
  { runs }: { readonly runs: number },
): Promise<void> {
  const what = await describeBefore(context, store, before);
  const ways = waysOn(before);
  const { output } = context;
  const asks = canAsk(context);
  if (asks) {
    output.note(what);
    for (const way of ways) output.note(`  ${way}`);
    const question = `Start a new study, and pay for ${countOf(runs, 'run')} again?`;
    if (await askYes(context, question)) return;
  }
  throw new UsageError(
    'USAGE_RAN_BEFORE',
    asks ? `Nothing was started: ${before.studyId} has the same plan` : what,
    {
      exitCode: exitCodes.refused,
      hint: [...ways, 'To pay for all runs again, add --again'].join('. '),
    },
  );
}

/** Status, counts, cost and place of a study, as a sentence. */
async function describeBefore(
  context: CommandContext,
  store: Store,
  before: EndedStudy & EqualFiles,
): Promise<string> {
  const { studyId, ended, snapshot } = before;
  const { total, done, failed } = ended.runs;
  const cost = await readCost(store, studyId);
  return [
    `This plan was run before: study ${studyId} has ended: ${ended.state}`,
    `${total} runs planned, ${done} done, ${failed} failed`,
    ...(await describeMended(store, before)),
    ...(cost.high === null ? [] : [`cost ${costText(cost)}`]),
    `results in ${join(resultsDirOf(context, { studyId, snapshot }), layout.resultsTable.name)}`,
  ].join('; ');
}

/** Nothing for a study whose files were never mended. */
async function describeMended(
  store: Store,
  { studyId, revision, newest }: EndedStudy & EqualFiles,
): Promise<readonly string[]> {
  if (newest === firstRevision) return [];
  const outcomes = mergeOutcomes(await readAttempts(store.study(studyId))).values();
  const counts = revisionCounts(countRevisions(outcomes));
  return [
    `its files were mended since it was started${counts === '' ? '' : `: done are ${counts}`}`,
    `the files here are ${revisionWords(revision)}`,
  ];
}

/** What can be done with that study without paying for anything twice. */
function waysOn({ studyId, ended, revision, newest }: EndedStudy & EqualFiles): readonly string[] {
  const { total, done } = ended.runs;
  const retry = `doeflow retry ${studyId} --failed`;
  return [
    `Its results: doeflow results ${studyId}`,
    ...(done < total
      ? [
          revision === newest
            ? `Only what is not done: ${retry}`
            : `Only what is not done, with the files here: ${retry} --with-changes`,
        ]
      : []),
  ];
}

/** What is said to somebody whose files here aren't the newest of a study that they join or take up. */
export function noteOtherFiles(
  studyId: string,
  { revision, newest }: EqualFiles,
): readonly string[] {
  if (revision === newest) return [];
  return [
    `The files here are ${revisionWords(revision)}. They were mended since: what ${studyId} still runs, it runs with ${revisionWords(newest)}, NOT with the files here.`,
  ];
}
