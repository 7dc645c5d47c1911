/** How far a job or cluster is, by its history. */
interface HistoryEntry {
  readonly status: string;
  readonly statusDate?: string | null | undefined;
}

/** @param history newest first */
export async function readProgress(
  history: AsyncIterable<HistoryEntry>,
): Promise<{ readonly status: string | undefined; readonly startedAt: string | undefined }> {
  let status: string | undefined;
  let startedAt: string | undefined;
  for await (const entry of history) {
    status ??= entry.status;
    if (/^started$/iu.test(entry.status)) startedAt = entry.statusDate ?? undefined;
  }
  return { status, startedAt };
}

/** When it ends at the latest; undefined where it hasn't started or has no walltime. @param walltime hours */
export function untilOf(
  startedAt: string | undefined,
  walltime: number | undefined,
): string | undefined {
  const startedMs = Date.parse(startedAt ?? '');
  if (walltime === undefined || Number.isNaN(startedMs)) return undefined;
  return new Date(startedMs + walltime * 3_600_000).toISOString();
}
