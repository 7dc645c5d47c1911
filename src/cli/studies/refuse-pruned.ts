import { findPruned, type Store } from '../../store/index.ts';
import { studyPruned } from './pruned-words.ts';

/** @throws UsageError USAGE_STUDY_PRUNED, exit code 6, for a study that was pruned, or is just now */
export async function refusePruned(store: Pick<Store, 'study'>, studyId: string): Promise<void> {
  const record = await findPruned(store.study(studyId));
  if (record !== undefined) throw studyPruned(record);
}
