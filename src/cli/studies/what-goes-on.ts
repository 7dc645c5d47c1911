/** What of a study goes on and costs while nobody answers for it, a sentence each. */
import type { Engine } from '../engine/open-engine.ts';
import { clusterWords, createClusterReader, endClusterWords } from './clusters-left.ts';
import { createJobReader, goesOn, jobWords } from './jobs-left.ts';
import type { StoredStudy } from './stored-study.ts';

/** Its clusters, with what ends them by hand, and its jobs, as the platform tells of them within seconds; none where it doesn't. */
export async function whatGoesOn(engine: Engine, stored: StoredStudy): Promise<readonly string[]> {
  const { store, settings } = engine;
  // Whatever is wrong with them: the order counts.
  const [clusters, jobs] = await Promise.all([
    createClusterReader(store, settings, engine)
      .read(stored)
      .catch(() => []),
    createJobReader(store, settings, engine)
      .read(stored)
      .catch(() => []),
  ]);
  return [
    ...clusters.map((one) => `Goes on meanwhile: ${clusterWords(one)}; ${endClusterWords(one)}`),
    ...jobs.filter(goesOn).map((one) => `Goes on meanwhile: ${jobWords(one)}`),
  ];
}
