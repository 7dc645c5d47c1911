/** What the summary says of the study's findings: their values, and on how many jobs they were read back. */
import { layout, type DocumentFolder, type VerifiedFindings } from '../store/index.ts';
import type { StudySummaryDocument } from './summary-document.ts';

/** Each finding with its value, and on how many jobs it was read back. */
export async function describeFindings(
  folder: DocumentFolder,
  records: readonly VerifiedFindings[],
): Promise<StudySummaryDocument['findings']> {
  const findings = await folder.read(layout.findings);
  const readBack = (name: string): number =>
    records.filter(({ refused = {} }) => !Object.hasOwn(refused, name)).length;
  return findings.map((finding) =>
    finding.value === undefined
      ? finding
      : { ...finding, readBackFromJobs: readBack(finding.name) },
  );
}

/** What was read back of the findings on the study's jobs. */
export async function readVerified(
  folder: DocumentFolder,
  jobs: readonly { readonly jobId: string }[],
): Promise<readonly VerifiedFindings[]> {
  const records: VerifiedFindings[] = [];
  for (const { jobId } of jobs) {
    const record = await folder.find(layout.verifiedFindings(jobId));
    if (record !== undefined) records.push(record);
  }
  return records;
}
