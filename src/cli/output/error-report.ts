/** An error as the reader gets it: a sentence and the next step for people, one JSON line for programs. */
import type { StudyIssue } from '../../errors.ts';
import { printable } from '../../printable.ts';
import { printableLine } from '../printable.ts';
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

/** How errors are said to people. */
interface ErrorSetting {
  readonly colors: Colors;
  /** Folds a text to the width of the terminal. */
  readonly folded?: (text: string) => string;
  readonly verbose?: boolean;
}

/** The lines for people: `error: …`, its findings, and `hint: …`. */
export function toErrorLines(
  report: ErrorReport,
  { colors, folded = (text) => text, verbose = false }: ErrorSetting,
): readonly string[] {
  if (report.frames !== undefined) return [printableFrames(report.frames)];
  const said = (word: string, color: (text: string) => string, text: string): string =>
    `${color(word)}${folded(`${word} ${text}`).slice(word.length)}`;
  return [
    said('error:', colors.red, printable(report.message)),
    ...(report.hint === undefined ? [] : [said('hint:', colors.cyan, printableLine(report.hint))]),
    ...(verbose ? [colors.dim(`code: ${report.code}`)] : []),
    ...(verbose && report.stack !== undefined ? [colors.dim(printable(report.stack))] : []),
  ];
}

function printableFrames(frames: string): string {
  return printable(frames).replace(/\n+$/u, '');
}
