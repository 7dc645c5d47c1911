import type { RunRow } from '../database/run-store.ts';

/** A run in the platform's shape: its inputs and, once it is over, the values that its post-process printed. */
export function presentRun(row: RunRow): Record<string, unknown> {
  const variables = [
    ...Object.entries(row.inputs).map(([name, value]) => [name, String(value)] as const),
    ...row.outputs,
  ];
  return {
    id: String(row.run),
    displayOrder: row.run,
    dateStarted: row.startedAt === null ? null : new Date(row.startedAt).toISOString(),
    dateCompleted: row.endedAt === null ? null : new Date(row.endedAt).toISOString(),
    type: 3,
    isOptimal: false,
    parent: null,
    outputFileCount: row.fileCount,
    outputFileSize: row.fileBytes,
    variables: variables.map(([name, text]) => ({
      name,
      value: readValue(text),
      displayValue: text,
      isRelative: false,
    })),
  };
}

/** A number where the text is a plain decimal one, else the text itself. */
function readValue(text: string): number | string {
  const value = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text) ? Number(text) : NaN;
  return Number.isFinite(value) ? value : text;
}
