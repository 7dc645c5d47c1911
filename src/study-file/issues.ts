/** Findings about a study file as they are made: by path inside the document; places are put in at the end. */

/** A path inside the study file, such as `['variables', 2, 'settings', 'stddev']`. */
export type DocumentPath = readonly (string | number)[];

/** A place in the study file. */
export interface DocumentPlace {
  readonly path: DocumentPath;
  /** Point at the key instead of the value. */
  readonly atKey?: boolean;
  /** Characters into the value's text, for findings inside an expression. */
  readonly offset?: number;
}

/** A place in any file; lines and columns from 1. */
export interface FilePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Where a finding points. */
export type IssuePlace = DocumentPlace | FilePlace;

/** One finding: expected …, got …; and what to do. */
export interface FoundIssue {
  readonly place: IssuePlace;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** Reading this many takes some seconds. */
const maxPatternSteps = 100_000;

/** Collects findings; every check takes it and continues. */
export class IssueList {
  readonly #issues: FoundIssue[] = [];
  readonly #warnings: FoundIssue[] = [];
  #patternSteps = 0;
  /** That the study was started already. */
  readonly wasAccepted: boolean;

  /** @param wasAccepted for a study that was started: what {@link refuse} adds stops it no more, and what is refused by now, but can still be done, is no finding */
  constructor({ wasAccepted = false }: { readonly wasAccepted?: boolean } = {}) {
    this.wasAccepted = wasAccepted;
  }

  /** Counts the steps of a further regular expression. @returns false where there are too many in all */
  takePatternSteps(steps: number): boolean {
    this.#patternSteps += steps;
    return this.#patternSteps <= maxPatternSteps;
  }

  get found(): readonly FoundIssue[] {
    return this.#issues;
  }

  /** Adds a finding at a path of the study file. */
  at(path: DocumentPath, message: string, hint?: string): void {
    this.#issues.push({ place: { path }, message, hint });
  }

  /** Adds a finding at the key that ends `path`. */
  atKey(path: DocumentPath, message: string, hint?: string): void {
    this.#issues.push({ place: { path, atKey: true }, message, hint });
  }

  add(issue: FoundIssue): void {
    this.#issues.push(issue);
  }

  /** Adds a finding that a study may have been started with before there was such a check. */
  refuse(issue: FoundIssue): void {
    (this.wasAccepted ? this.#warnings : this.#issues).push(issue);
  }

  /** What may be right, and probably isn't; it stops nothing. */
  get warnings(): readonly FoundIssue[] {
    return this.#warnings;
  }

  warn(issue: FoundIssue): void {
    this.#warnings.push(issue);
  }
}
