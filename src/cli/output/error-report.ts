/** An error as the reader gets it: a sentence and the next step for people, one JSON line for programs. */
import type { StudyIssue } from '../../errors.ts';
import { printable, printableLine } from '../printable.ts';
import type { Colors } from './colors.ts';

export interface ErrorReport {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  /** Findings about a study file. */
  readonly issues?: readonly StudyIssue[] | undefined;
  /** The same findings with the lines they are about, ready to print. */
  readonly frames?: string | undefined;
  readonly stack?: string | undefined;
}

/** `{error: {code, message, hint, issues?}}`; the hint is null where nothing sensible can be said. */
export function toErrorDocument(report: ErrorReport): unknown {
  return {
    error: {
      code: report.code,
      message: report.message,
      hint: report.hint ?? null,
      ...(report.issues === undefined ? {} : { issues: report.issues }),
    },
  };
}

/** The lines for people: `error: …`, its findings, and `hint: …`. */
export function toErrorLines(
  report: ErrorReport,
  colors: Colors,
  verbose = false,
): readonly string[] {
  if (report.frames !== undefined) return [printableFrames(report.frames)];
  return [
    `${colors.red('error:')} ${printable(report.message)}`,
    ...(report.hint === undefined ? [] : [`${colors.cyan('hint:')} ${printableLine(report.hint)}`]),
    ...(verbose ? [colors.dim(`code: ${report.code}`)] : []),
    ...(verbose && report.stack !== undefined ? [colors.dim(printable(report.stack))] : []),
  ];
}

function printableFrames(frames: string): string {
  return printable(frames).replace(/\n+$/u, '');
}
