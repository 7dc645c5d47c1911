import { describeCluster } from '../../src/study/own-cluster.ts';
import type { ReadRevisionInput } from '../../src/run/activity-contract.ts';
import type { ReadRevision } from '../../src/run/amend-messages.ts';
import { firstRevision } from '../../src/run/first-revision.ts';
import {
  amendmentWords,
  describeChange,
  findAmended,
  layout,
  readAttempts,
} from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { amendedPlan } from './amended-plan.ts';
import { describeSharing, renewSharing } from './renew-sharing.ts';

/** How many changed files a note names. */
const shown = 5;

/** The files of a revision that are sent to the platform, and what it changed; what other studies have of it is taken over, and the rest is claimed. */
export async function readRevision(
  dependencies: ActivityDependencies,
  { studyId, revision, inFlight = [] }: ReadRevisionInput,
  _run: ActivityRun,
): Promise<ReadRevision> {
  const { store, studyCache } = dependencies;
  const { uploads, study: amendedStudy } = await studyCache.get(studyId, revision);
  const folder = store.study(studyId);
  const { createdAt, changes, amendment } = await folder.read(layout.revision(revision));
  const { study } = await studyCache.get(studyId, firstRevision);
  const isShared = study.execution.reuse === true;
  if (isShared) await renewSharing(dependencies, { studyId, revision, inFlight });
  const isAmended = (await findAmended(folder)) !== undefined;
  const amended = isAmended
    ? await amendedPlan({ store, studyCache }, studyId, await readAttempts(folder))
    : undefined;
  const shared = isShared ? await describeSharing(dependencies, studyId) : undefined;
  const more = changes.length > shown ? `, and ${changes.length - shown} more` : '';
  const files = changes.slice(0, shown).map(describeChange).join(', ');
  return {
    files: uploads.map(({ name }) => name),
    ...(amended === undefined ? {} : { amended }),
    ...(shared === undefined ? {} : { shared }),
    ...(amended !== undefined && amendedStudy.execution.cluster?.kind === 'own'
      ? { clusterSpec: describeCluster(amendedStudy) }
      : {}),
    note:
      amendment === undefined
        ? `Since ${createdAt}, what is started runs with revision ${revision} of the study's files: ${files}${more}. Runs that have ended keep theirs`
        : `Amended: ${amendmentWords({ revision, createdAt, amendment })}`,
  };
}
