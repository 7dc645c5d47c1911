/** A job's outcomes by the outputs that were amended since: read from the collected files, page by page; nothing is run, and the platform isn't asked. */
import pMap from 'p-map';
import { judgeAnew } from '../../src/extract/index.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import type { JobTarget } from '../../src/run/activity-contract.ts';
import {
  createPackReader,
  findJudging,
  judgedBy,
  keepAnewPage,
  readOutcomesOfJob,
  withCollected,
} from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** A page is written with so many runs: what a killed worker may lose. */
const pageRuns = 100;
/** Runs whose files are read at the same time. */
const runsAtOnce = 8;

/** Reads what isn't read yet by the outputs as they are now. Repeated, it reads the rest; several at once do no harm. @returns the job's outcomes by them */
export async function readJobAnew(
  { store, studyCache }: Pick<ActivityDependencies, 'store' | 'studyCache'>,
  { studyId, jobNumber }: JobTarget,
  { signal, show }: Pick<ActivityRun, 'signal' | 'show'>,
): Promise<readonly RunOutcome[]> {
  const folder = store.study(studyId);
  for (;;) {
    const revision = await findJudging(folder);
    const outcomes = (await readOutcomesOfJob(folder, jobNumber)) ?? [];
    const unread = outcomes.filter(({ isUnread }) => isUnread === true);
    if (revision === undefined || unread.length === 0) return outcomes;
    const reading = await studyCache.get(studyId, revision);
    const packs = createPackReader(folder);
    for (let start = 0; start < unread.length; start += pageRuns) {
      signal.throwIfAborted();
      show({ readAnew: { job: jobNumber, runs: start, of: unread.length } });
      const page = await pMap(
        unread.slice(start, start + pageRuns),
        async (before) => {
          const { study: kept } = await studyCache.get(studyId, judgedBy(before));
          return withCollected({ folder, packs }, before, (collected) =>
            judgeAnew(reading, { before, revision, kept, collected }),
          );
        },
        { concurrency: runsAtOnce },
      );
      await keepAnewPage(folder, revision, jobNumber, page);
    }
  }
}

/** The outcomes that a job has just been judged to have, by the outputs as they are now: they may have been amended meanwhile. */
export async function standingOutcomes(
  dependencies: Pick<ActivityDependencies, 'store' | 'studyCache'>,
  target: JobTarget,
  outcomes: readonly RunOutcome[],
  run: Pick<ActivityRun, 'signal' | 'show'>,
): Promise<readonly RunOutcome[]> {
  const judging = await findJudging(dependencies.store.study(target.studyId));
  return judging === undefined ? outcomes : readJobAnew(dependencies, target, run);
}
