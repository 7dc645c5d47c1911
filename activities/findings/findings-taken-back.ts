/** Findings that a study wrote onto its jobs at an earlier end and has no value of now: their fields are to be cleared. */
import { firstRevision } from '../../src/run/first-revision.ts';
import type { PlatformJobTarget, StudyTarget } from '../../src/run/activity-contract.ts';
import { isAmended, layout, readRevisions, readValuedFindings } from '../../src/store/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';

type Needs = Pick<ActivityDependencies, 'store' | 'studyCache' | 'platform'>;

/** Names of all findings that the study ever had, without those that have a value now. */
export async function findingsTakenBack(
  { store, studyCache }: Pick<Needs, 'store' | 'studyCache'>,
  studyId: string,
): Promise<readonly string[]> {
  const folder = store.study(studyId);
  const amended = (await readRevisions(folder)).filter(isAmended);
  const names = new Set<string>();
  for (const revision of [firstRevision, ...amended.map((one) => one.revision)]) {
    const { study } = await studyCache.get(studyId, revision);
    for (const { name } of study.findings) names.add(name);
  }
  for (const { name } of await readValuedFindings(folder)) names.delete(name);
  return [...names];
}

/** Those of them that a job still shows, of one on which the study had read its findings back. */
export async function fieldsTakenBack(
  { store, studyCache, platform }: Needs,
  { studyId, jobId }: StudyTarget & PlatformJobTarget,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (!(await store.study(studyId).has(layout.verifiedFindings(jobId)))) return [];
  const names = await findingsTakenBack({ store, studyCache }, studyId);
  if (names.length === 0) return [];
  const fields = await platform.customFields.values(jobId, { signal });
  return names.filter((name) => fields[name]?.value != null);
}
