import { firstRevision } from '../../run/first-revision.ts';
import { hasToRun, notDoneAnew } from '../../run/runs-again.ts';
import {
  findAmended,
  layout,
  readAskedAgain,
  readAttempts,
  readWithdrawnRuns,
  runsBesideJobs,
  type StudyReader,
} from '../../store/index.ts';
import { planStoredStudy } from '../studies/open-stored-study.ts';
import type { StoredStudy } from '../studies/stored-study.ts';

/** What an amendment was to do and hasn't done: its command was cut off before it could tell the study, or the study was stopped before. */
export interface Outstanding {
  readonly revision: number;
  /** Added runs without an outcome, and those that were to run again and haven't. */
  readonly runs: number;
}

/** What is left to do of a study's amendments; undefined where nothing is, or where the study is open and does it by itself. */
export async function findOutstanding(
  store: StudyReader,
  stored: StoredStudy,
): Promise<Outstanding | undefined> {
  const folder = store.study(stored.studyId);
  const amended = await findAmended(folder);
  if (amended === undefined || stored.ended === undefined) return undefined;
  const { revision } = amended;
  const started = (await planStoredStudy(store, stored, firstRevision)).plan.runCount;
  const { runCount } = (await planStoredStudy(store, stored, revision)).plan;
  const added = runsBesideJobs(started, runCount, await readWithdrawnRuns(folder));
  const attempts = await readAttempts(folder);
  const known = new Set(attempts.flat().map(({ run }) => run));
  const again = notDoneAnew(await readAskedAgain(folder), attempts).filter(hasToRun);
  const runs = added.filter((run) => !known.has(run)).length + again.length;
  const { revisions = [] } = (await folder.find(layout.manifest)) ?? {};
  const isWritten = revisions.some((one) => one.revision === revision);
  return runs === 0 && isWritten ? undefined : { revision, runs };
}

/** Such as `revision 2 was kept, and 4 runs that it adds, or runs again, have not run`. */
export function outstandingWords({ revision, runs }: Outstanding): string {
  const what =
    runs === 0
      ? 'the results are still those of before'
      : `${runs} ${runs === 1 ? 'run that it adds, or runs again, has' : 'runs that it adds, or runs again, have'} not run`;
  return `revision ${revision} was kept, and ${what}`;
}
