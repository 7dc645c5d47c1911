/** Whether a job on the platform is still the one that was archived. */
import { createHash } from 'node:crypto';

/** What the platform shows of a job, as plain JSON. */
export interface JobEvidence {
  readonly job: unknown;
  readonly statuses: unknown;
  readonly clusterStatuses: unknown;
  /** Values with who set them and when. */
  readonly customFields: unknown;
  readonly files: readonly {
    readonly id: string;
    readonly path: string;
    readonly bytes: number;
    readonly md5: string;
  }[];
}

/** Fields that change without the job changing: links that are made anew, how to look at it, what the catalogue says today. */
const volatileFields: ReadonlySet<string> = new Set([
  ...['downloadUrl', 'viewInBrowser', 'storage', 'pathParts', 'remoteVizConfig', 'sshPort'],
  ...['coreClass', 'coreSummary', 'labelClass', 'useLabel'],
]);

/** SHA-256 of what lasts of the evidence: equal for equal jobs, in whatever order fields and rows came. */
export function fingerprintOf(seen: JobEvidence): string {
  const text = canonical({
    job: seen.job,
    statuses: inOrder(seen.statuses),
    clusterStatuses: inOrder(seen.clusterStatuses),
    customFields: inOrder(seen.customFields),
    files: inOrder(seen.files.map(({ id, path, bytes, md5 }) => ({ id, path, bytes, md5 }))),
  });
  return createHash('sha256').update(text).digest('hex');
}

/** JSON with sorted keys; fields that are volatile, or absent in one of two spellings, are left out. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const fields = Object.entries(value)
    .filter(([name, field]) => !volatileFields.has(name) && field !== undefined && field !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
}

/** Rows that a list gives in any order. */
function inOrder(rows: unknown): unknown {
  if (!Array.isArray(rows)) return rows;
  return rows
    .map((row: unknown) => ({ row, text: canonical(row) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ row }) => row);
}
