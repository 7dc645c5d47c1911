import type { LoadedPlan } from '../load-plan.ts';
import type { RecurrenceOrder } from '../../recurrence/index.ts';
import { keepStudyFiles, type Store, type StudyPlatform } from '../../store/index.ts';
import { planHash } from '../../study-file/index.ts';

/** Copies a study into the store for an order: later edits of its folder don't reach what comes again. */
export async function takeStudy(
  store: Store,
  { loaded }: Pick<LoadedPlan, 'loaded'>,
  platform: StudyPlatform,
): Promise<RecurrenceOrder['study']> {
  const hash = await planHash(loaded);
  const { designRules } = loaded;
  return { ...(await keepStudyFiles(store, loaded)), planHash: hash, platform, designRules };
}
