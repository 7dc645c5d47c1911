/** Runs whose results have been copied, of so many. */
export interface CopyingResults {
  readonly copied: number;
  readonly of: number;
}

/**
 * How far the copy of a study's results is, from the heartbeat of its last step: details of the shape `{copying: {copied, of}}`; whatever else
 * stands there is passed over.
 */
export function readCopying(details: readonly unknown[]): CopyingResults | undefined {
  for (const detail of details) {
    if (!isRecord(detail) || !isRecord(detail['copying'])) continue;
    const { copied, of } = detail['copying'];
    if (isCount(copied) && isCount(of) && copied <= of) return { copied, of };
  }
  return undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
