import { readAttempts, type StudyReader } from '../../store/index.ts';
import { listStudiesOfName } from '../studies/stored-study.ts';
import type { ExpectedRunTime } from './estimate-use.ts';

/** The mean time of the runs that are done, of the newest study of this name that has any. */
export async function readTimedRuns(
  store: StudyReader,
  name: string,
): Promise<ExpectedRunTime | undefined> {
  for (const { studyId } of await listStudiesOfName(store, name)) {
    const times = (await readAttempts(store.study(studyId)))
      .flat()
      .flatMap(({ status, elapsedSeconds }) =>
        status === 'Done' && elapsedSeconds !== undefined ? [elapsedSeconds] : [],
      );
    if (times.length === 0) continue;
    const seconds = times.reduce((sum, one) => sum + one, 0) / times.length;
    return { seconds, from: `mean of ${times.length} in ${studyId}` };
  }
  return undefined;
}
