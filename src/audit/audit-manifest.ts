/** Whether `manifest.json` says of the study what its other records say: its plan, jobs, files and amendments. */
import { isDeepStrictEqual } from 'node:util';
import {
  layout,
  readCheckpoint,
  readPlatformJobs,
  type StudyRevision,
  type StudySnapshot,
} from '../store/index.ts';
import type { AuditBook } from './audit-report.ts';
import type { StudyRecords } from './audited-study.ts';
import { valueWords } from './value-words.ts';

/** Compares each field, of a study that is over, amended since or not; what versions word in their own way only where this one has ended it. */
export async function auditManifest(
  { folder, studyId, study, plan, end, engineVersion }: StudyRecords,
  snapshot: Pick<StudySnapshot, 'planHash' | 'files'>,
  revisions: readonly StudyRevision[],
  book: AuditBook,
): Promise<void> {
  if (end !== 'over') return;
  const manifest = await folder.find(layout.manifest);
  if (manifest === undefined) return;
  const isOwn = manifest['engineVersion'] === engineVersion;
  const { jobs } = await readCheckpoint(folder);
  // Those that it doesn't have came after the end, and weren't run.
  const written = new Set((manifest.revisions ?? []).map(({ revision }) => revision));
  const isAmendedSince = revisions.some(({ revision }) => !written.has(revision));
  const expected: Readonly<Record<string, unknown>> = {
    studyId,
    // Of a study that was amended those of its last revision, which its record tells.
    ...(written.size > 0 || !isOwn ? {} : { planHash: snapshot.planHash, inputs: snapshot.files }),
    jobs: await readPlatformJobs(folder, jobs),
    ...(isAmendedSince
      ? {}
      : {
          seed: study.design.seed,
          method: study.design.method,
          runs: plan.runCount,
          ...(isOwn ? { notes: plan.notes } : {}),
        }),
  };
  const isKnown = ({ revision }: { readonly revision: number }): boolean => written.has(revision);
  const known = revisions.filter(isKnown);
  for (const [key, wanted] of Object.entries({
    ...expected,
    ...(written.size === 0 ? {} : { revisions: known }),
  })) {
    const plain =
      wanted === undefined ? undefined : (JSON.parse(JSON.stringify(wanted)) as unknown);
    if (isDeepStrictEqual(manifest[key], plain)) continue;
    const [says, is] = [manifest[key], plain].map(valueWords);
    const told = `says ${says}, and by the other records it is ${is}`;
    book.tell('contradiction', `${layout.manifest.name}: ${key}`, told);
  }
}
