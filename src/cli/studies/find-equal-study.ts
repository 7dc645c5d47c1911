import { isPlatformOf, type PlatformAtHand, type Store } from '../../store/index.ts';
import { listStoredStudies, type StoredStudy } from './stored-study.ts';

/** The newest study of this name, plan and platform that was ever started; to run it again would be to pay for the same runs again. */
export async function findEqualStudy(
  store: Store,
  wanted: { readonly name: string; readonly planHash: string; readonly platform: PlatformAtHand },
): Promise<StoredStudy | undefined> {
  const all = await listStoredStudies(store, (id) => id.startsWith(`${wanted.name}-`));
  return all.find(
    ({ snapshot, starting }) =>
      starting !== 'new' &&
      snapshot.studyName === wanted.name &&
      snapshot.planHash === wanted.planHash &&
      isPlatformOf(snapshot.platform, wanted.platform),
  );
}
