import { appendToLedger, layout } from '../../src/store/index.ts';
import type { CorePrice } from '../../src/study/cost.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Frees what was set aside for clusters that were refused or never asked for, of a study that has none and is to have none. */
export async function releaseClusters(
  { store, now }: Pick<ActivityDependencies, 'store' | 'now'>,
  { studyId, price }: { readonly studyId: string; readonly price: CorePrice },
): Promise<void> {
  const folder = store.study(studyId);
  for (let number = 1; ; number += 1) {
    const made = await folder.find(layout.clusterMade(number));
    if (made === undefined || made.refused === true) await release(number);
    if (made === undefined) return;
  }

  async function release(number: number): Promise<void> {
    const place = layout.clusterReservation(number);
    const reserved = await folder.find(place);
    if (reserved === undefined || reserved.mostHours === 0) return;
    const at = now().toISOString();
    await folder.write(place, { ...reserved, mostHours: 0, at });
    await appendToLedger(folder, [
      {
        ...{ kind: 'reservation', what: 'settle', key: `cluster ${number}` },
        ...{ at, reservation: 'released', cost: 0, currency: price.currency },
      },
    ]);
  }
}
