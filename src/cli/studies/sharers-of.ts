/** The studies that share a cluster with another one, by its name: while one of them is open, the cluster is its, too. */
import { layout, studyNameOfId, type Store } from '../../store/index.ts';
import { clusterWorkflowId } from '../../temporal/names.ts';
import { createWorkflowDesk } from '../../temporal/workflow-desk.ts';
import type { Engine } from '../engine/open-engine.ts';
import { planStoredStudy } from './open-stored-study.ts';
import { findOpenExecution, findOpenStudy } from './open-study.ts';
import { mayBeOpen, surveyStudies, type DamagedStudy, type StoredStudy } from './stored-study.ts';

/** Who shares a cluster of one name. */
export interface Sharers {
  readonly studyIds: readonly string[];
  /** Those of them whose records are damaged: nobody can say which cluster they want. */
  readonly damaged: readonly string[];
  /** The platform's cluster that they have, where its workflow says so: one that is being ended may have the same name. */
  readonly held: string | undefined;
}

/** Ids of the other studies that want, or may want, a cluster of that name and haven't ended. @param engine absent where none is up: then those count that may be open */
export async function sharersOf(
  store: Store,
  engine: Engine | undefined,
  { studyId }: StoredStudy,
  clusterName: string,
): Promise<Sharers> {
  const sharers: string[] = [];
  const { studies, damaged: unread } = await surveyStudies(store, (id) => id !== studyId);
  for (const other of studies) {
    if (!mayBeOpen(other)) continue;
    const { cluster } = (await planStoredStudy(store, other)).study.execution;
    if (cluster?.kind !== 'own' || cluster.name !== clusterName) continue;
    if (engine !== undefined && (await findOpenExecution(engine, other)) === undefined) continue;
    sharers.push(other.studyId);
  }
  const damaged: string[] = [];
  for (const other of unread) {
    if (await mayBeOpenDamaged(store, engine, other)) damaged.push(other.studyId);
  }
  sharers.push(...damaged);
  if (engine === undefined || sharers.length === 0) {
    return { studyIds: sharers, damaged, held: undefined };
  }
  const desk = createWorkflowDesk(engine.temporalClient);
  const held = await desk.heldCluster(clusterWorkflowId(clusterName));
  return { studyIds: sharers, damaged, held: held ?? undefined };
}

/** Whether a study whose records can't be read may be open: its id has the name by which Temporal knows it. */
async function mayBeOpenDamaged(
  store: Store,
  engine: Engine | undefined,
  { studyId }: DamagedStudy,
): Promise<boolean> {
  const name = studyNameOfId(studyId);
  if (name === undefined || (await store.study(studyId).has(layout.status))) return false;
  if (engine === undefined) return true;
  return (await findOpenStudy(engine, name))?.studyId === studyId;
}
