/**
 * Small output files as a run prints them: one line each, of a name of its own and the contents as a JSON string. The platform shows such lines in
 * the run's row, so that no request is needed for the file.
 */

/** Begins the name of each such line, so that it is never taken for a value of the study. */
export const printedPrefix = 'doeflow_output_';

/** Longest name and value of all lines that one run prints, in bytes as they are printed. */
export const mostPrintedBytes = 4096;

/** Of all runs of one job together: its rows are read at once. */
const mostPrintedOfJob = 16 * 1024 * 1024;

/** Files of one run that are printed. */
export const mostPrintedFiles = 20;

/** Bytes that each run of a job of so many may print. */
export function printLimit(runs: number): number {
  return Math.min(mostPrintedBytes, Math.floor(mostPrintedOfJob / Math.max(1, runs)));
}

/** Whether a variable of a run's row is the engine's own. */
export function isPrintedOutput(name: string): boolean {
  return name.startsWith(printedPrefix);
}

/** The contents that a line's value stands for; undefined for a value that was cut or changed so that it stands for nothing. */
export function parsePrintedOutput(value: string): Buffer | undefined {
  try {
    const text: unknown = JSON.parse(value);
    return typeof text === 'string' ? Buffer.from(text) : undefined;
  } catch {
    return undefined;
  }
}

/** A log as the study's own programs wrote it. */
export function withoutPrintedOutputs(log: string): string {
  return log.includes(printedPrefix) ? log.replaceAll(printedLines, '') : log;
}

/** With the empty line before the first, which the wrapper prints to end a line that was left open. */
const printedLines = new RegExp(`(?:^\\n)?^${printedPrefix}\\d+\\t"[^\\n]*\\n?`, 'gmu');
