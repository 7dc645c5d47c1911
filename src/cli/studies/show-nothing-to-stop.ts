/** A stop of a study that has ended: what was made for it may go on costing all the same. */
import type { Settings } from '../../host/settings.ts';
import type { Store } from '../../store/index.ts';
import type { CommandContext } from '../context.ts';
import type { Engine } from '../engine/open-engine.ts';
import {
  clusterWords,
  createClusterReader,
  endClusterWords,
  sharedWords,
} from './clusters-left.ts';
import type { StoredStudy } from './stored-study.ts';
import { troublesOfClusters } from './troubles-of-clusters.ts';
import { troubleRows } from '../watch/trouble-words.ts';
import { studyGone } from './study-gone.ts';

/** @throws UsageError when the study neither ended nor has a workflow. */
export async function showNothingToStop(
  context: CommandContext,
  {
    store,
    settings,
    engine,
  }: { readonly store: Store; readonly settings: Settings; readonly engine: Engine | undefined },
  stored: StoredStudy,
): Promise<void> {
  const { studyId, ended } = stored;
  if (ended === undefined) throw await studyGone(engine, stored);
  const clusters = await createClusterReader(store, settings, engine).read(stored);
  const troubles = engine === undefined ? [] : await troublesOfClusters(engine, stored, clusters);
  // One that can't be ended isn't kept for anybody.
  const left = clusters.map((one) => {
    const why = troubles.length > 0 ? undefined : sharedWords(one);
    return `What it made goes on: ${clusterWords(one)}; ${why ?? endClusterWords(one)}`;
  });
  context.output.show({
    json: {
      studyId,
      stopped: false,
      status: ended.state,
      ...(left.length === 0 ? {} : { clusters }),
    },
    human: [
      { kind: 'text', lines: [`Study ${studyId} has ended already: ${ended.state}.`, ...left] },
      { kind: 'facts', rows: troubleRows(troubles, context.now()) },
    ],
    quiet: ended.state,
  });
}
