/** What becomes of a study's cluster once the study is over, or waits for a person. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Study } from '../../study/study.ts';
import type { Engine } from '../engine/open-engine.ts';
import {
  clusterWords,
  createClusterReader,
  endClusterWords,
  sharedWords,
  type ClusterLeft,
} from './clusters-left.ts';
import { readStoredStudy } from './stored-study.ts';

/** A platform takes a moment to end a cluster; who waits for a study isn't kept for longer. */
const patienceMs = 6_000;
const intervalMs = 500;

/** The clusters of a study that go on costing. */
export async function readClusters(
  engine: Engine,
  studyId: string,
): Promise<readonly ClusterLeft[]> {
  const stored = await readStoredStudy(engine.store, studyId);
  if (stored === undefined) return [];
  return createClusterReader(engine.store, engine.settings, engine).read(stored);
}

/** Waits a moment for the end of what was made for a study that is over, and gives back what goes on. A local platform's ends with it. */
export async function awaitClusterEnd(
  engine: Engine,
  { studyId, study }: { readonly studyId: string; readonly study: Study },
): Promise<readonly ClusterLeft[]> {
  if (study.execution.cluster?.kind !== 'own' || engine.settings.platform === 'embedded') return [];
  const begunMs = performance.now();
  for (;;) {
    const left = await readClusters(engine, studyId);
    // What others have goes on for them.
    const isWaitedFor = left.some(({ sharedWith }) => sharedWith.length === 0);
    if (!isWaitedFor || performance.now() - begunMs > patienceMs) return left;
    await pause(intervalMs);
  }
}

/** What is said of a cluster that a study left on, to be warned of or only told. */
export function notEndedWords(cluster: ClusterLeft, studyId: string): string {
  const shared = sharedWords(cluster);
  if (shared !== undefined) return `Goes on: ${clusterWords(cluster)}; ${shared}`;
  return `Not ended yet: ${clusterWords(cluster)}. What holds that up: doeflow status ${studyId}; ${endClusterWords(cluster)}`;
}
