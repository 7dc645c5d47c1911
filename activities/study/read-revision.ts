import type { ReadRevision, RevisionTarget } from '../../src/run/activity-contract.ts';
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

/** How many changed files a note names. */
const shown = 5;

/** The files of a revision that are sent to the platform, and what it changed. */
export async function readRevision(
  { store, studyCache }: ActivityDependencies,
  { studyId, revision }: Required<RevisionTarget>,
  _run: ActivityRun,
): Promise<ReadRevision> {
  const { uploads } = await studyCache.get(studyId, revision);
  const folder = store.study(studyId);
  const { createdAt, changes, amendment } = await folder.read(layout.revision(revision));
  const isAmended = (await findAmended(folder)) !== undefined;
  const amended = isAmended
    ? await amendedPlan({ store, studyCache }, studyId, await readAttempts(folder))
    : undefined;
  const more = changes.length > shown ? `, and ${changes.length - shown} more` : '';
  const files = changes.slice(0, shown).map(describeChange).join(', ');
  return {
    files: uploads.map(({ name }) => name),
    ...(amended === undefined ? {} : { amended }),
    note:
      amendment === undefined
        ? `Since ${createdAt}, what is started runs with revision ${revision} of the study's files: ${files}${more}. Runs that have ended keep theirs`
        : `Amended: ${amendmentWords({ revision, createdAt, amendment })}`,
  };
}
