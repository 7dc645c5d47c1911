/**
 * The errors of the whole engine: one base with a stable code and a hint, one subclass a room of failure.
 * Knows nothing of HTTP, YAML or Temporal; every room may import it.
 */

/** What went wrong, as a stable code, a sentence, and the next step for the reader. */
export abstract class EngineError extends Error {
  /** Stable, upper-case, prefixed by the room: `STUDY_`, `DESIGN_`, `API_`, `RESULT_`. */
  readonly code: string;
  /** What the reader can do next, or undefined where nothing sensible can be said. */
  readonly hint: string | undefined;

  constructor(code: string, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.hint = options.hint;
  }
}

/** One finding about a study file, at its place. Lines and columns count from 1. */
export interface StudyIssue {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Expected …, got …; one sentence without the place. */
  readonly message: string;
  readonly hint?: string | undefined;
}

/** Characters of a finding's message or hint: what it quotes is a stranger's, of any length. */
const longestFinding = 2_000;

/** Thrown when a study file can't be used; carries every finding at once, each cut to a length that can be read. Exit code 2. */
export class StudyError extends EngineError {
  readonly issues: readonly StudyIssue[];
  /** The file whose lines may be shown, and those of the files that it names beside it; undefined where none may. */
  readonly studyFile: string | undefined;

  constructor(code: `STUDY_${string}`, found: readonly StudyIssue[], studyFile?: string) {
    const issues = found.map(shortened);
    super(
      code,
      issues.map((i) => `${i.file}:${i.line}:${i.column}: ${i.message}`).join('\n'),
      issues[0]?.hint === undefined ? {} : { hint: issues[0].hint },
    );
    this.issues = issues;
    this.studyFile = studyFile;
  }
}

function shortened(issue: StudyIssue): StudyIssue {
  const { message, hint } = issue;
  if (message.length <= longestFinding && (hint?.length ?? 0) <= longestFinding) return issue;
  const short = (text: string): string =>
    text.length <= longestFinding ? text : `${text.slice(0, longestFinding - 1)}…`;
  return { ...issue, message: short(message), hint: hint === undefined ? hint : short(hint) };
}

/** Thrown when a distribution or a design can't be made from its settings. Exit code 2. */
export class DesignError extends EngineError {
  /** The setting at fault as a path inside the study file, such as `['design', 'runs']` or `['variables', 2, 'settings', 'stddev']`. */
  readonly path: readonly (string | number)[];

  constructor(
    code: `DESIGN_${string}`,
    message: string,
    options: { hint?: string; cause?: unknown; path?: readonly (string | number)[] } = {},
  ) {
    super(code, message, options);
    this.path = options.path ?? [];
  }
}

/** Thrown when a run's files don't hold the response they should; the run is marked failed with `code` as its reason. */
export class ResultError extends EngineError {
  constructor(
    code: `RESULT_${string}`,
    message: string,
    options: { hint?: string; cause?: unknown } = {},
  ) {
    super(code, message, options);
  }
}

/** Thrown when the command line, a setting or a local file can't be used, or the engine refuses. Carries the CLI's exit code. */
export class UsageError extends EngineError {
  readonly exitCode: 2 | 4 | 5 | 6 | 7 | 130;

  constructor(
    code: `USAGE_${string}`,
    message: string,
    options: { hint?: string; cause?: unknown; exitCode?: 2 | 4 | 5 | 6 | 7 | 130 } = {},
  ) {
    super(code, message, options);
    this.exitCode = options.exitCode ?? 2;
  }
}

/** Thrown when a storage doesn't do what it was asked for: out of reach, refusing, without the thing, or giving something damaged. */
export class StorageError extends EngineError {
  constructor(
    code: `STORAGE_${'UNREACHABLE' | 'REFUSED' | 'MISSING' | 'EMPTIED' | 'OTHER' | 'OLDER' | 'DAMAGED' | 'FAULT' | 'LINK' | 'KIND'}`,
    message: string,
    options: { hint?: string; cause?: unknown } = {},
  ) {
    super(code, message, options);
  }
}

/** Closes a switch over one of our own unions: a case that was forgotten doesn't compile. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value ${JSON.stringify(value)}`);
}
