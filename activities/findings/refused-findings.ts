/** Findings that the platform refuses on a job: kept, so that what was written is read back without them. */
import { layout, type DocumentFolder } from '../../src/store/index.ts';

/** Name of a finding -> why the platform doesn't take it. */
export type RefusedFindings = Readonly<Record<string, string>>;

/** Those of a job; none where nothing was refused. */
export async function readRefusedFindings(
  folder: DocumentFolder,
  jobId: string,
): Promise<RefusedFindings> {
  return (await folder.find(layout.refusedFindings(jobId)))?.reasons ?? {};
}

/** Keeps them in place of those of before. */
export async function keepRefusedFindings(
  folder: DocumentFolder,
  jobId: string,
  reasons: RefusedFindings,
): Promise<void> {
  const isNone = Object.keys(reasons).length === 0;
  if (isNone && !(await folder.has(layout.refusedFindings(jobId)))) return;
  await folder.write(layout.refusedFindings(jobId), { jobId, reasons: { ...reasons } });
}
