/** Whether the store has all outcomes that a study's workflow has counted: an older copy of it would end the study with fewer. */
import type { AnalyseStudyInput } from '../../src/run/activity-contract.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import { jobsWithOutcomes, olderStore, wasRestored, type Store } from '../../src/store/index.ts';

const namedAtMost = 5;

/**
 * What a reader is told of runs that were done, and whose outcomes the store has lost for good, as a person said.
 * @throws StorageError STORAGE_OLDER, which heals, where nobody has said that
 */
export async function noteLostOutcomes(
  store: Store,
  { studyId, lastJobNumber, withdrawn = [], done }: AnalyseStudyInput,
  outcomes: Iterable<Pick<RunOutcome, 'status'>>,
): Promise<readonly string[]> {
  const kept = [...outcomes].filter(({ status }) => status === 'Done').length;
  // Of a study that an earlier version closes it isn't known.
  if (done === undefined || kept >= done) return [];
  const there = new Set([...(await jobsWithOutcomes(store.study(studyId))), ...withdrawn]);
  const lost = Array.from({ length: lastJobNumber }, (_, index) => index + 1).filter(
    (jobNumber) => !there.has(jobNumber),
  );
  if (lost.length === 0) return [];
  const named = `${lost.slice(0, namedAtMost).join(', ')}${lost.length > namedAtMost ? ', …' : ''}`;
  const jobs = `${lost.length === 1 ? 'job' : 'jobs'} ${named}`;
  if (!(await wasRestored(store))) {
    throw olderStore(
      `the outcomes of ${jobs} of study ${studyId}: ${done} runs were done, and it has ${kept} of them`,
    );
  }
  return [
    `The store is an older copy: of ${done} runs that were done it has ${kept}; nothing is known of ${jobs} (doeflow verify ${studyId} finds them on the platform). What is run again of them is paid for again`,
  ];
}
