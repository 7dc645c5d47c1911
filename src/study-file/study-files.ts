import type { StringTable } from '../study/string-table.ts';
import type { NotUtf8 } from '../files/index.ts';
import type { DocumentPath, IssueList } from './issues.ts';
import type { WrittenAnalysis, WrittenJob } from './job-schema.ts';
import { maxTextBytes, type FileRefusal } from './named-files.ts';
import { parseTable } from './parse-table.ts';

/** What a file is for: uploaded as it is, rendered, run before or after, or read as a table. */
export type StudyFileRole = 'input' | 'template' | 'script' | 'case' | 'table';

/** A file that the study names. */
export interface StudyFileReference {
  /** As the study file writes it, relative to its folder. */
  readonly path: string;
  readonly role: StudyFileRole;
}

/** How the files of a study are reached; paths as written. */
export interface StudyFileAccess {
  /** @returns the file's text, or its beginning of `atMost` bytes as Latin-1; undefined where it can't be read as one */
  readonly readFile: (path: string, atMost?: number) => string | NotUtf8 | undefined;
  /** True for a file that can be read; a folder isn't one. */
  readonly fileExists: (path: string) => boolean;
  /** Why a file that is there isn't read; undefined for one that may be. */
  readonly refusal?: (path: string) => FileRefusal | undefined;
}

/** How much of an input file is looked at. */
const startBytes = 1_000_000;

/** The files of one study: that they are there, what they are for, and the tables among them. */
export class StudyFiles {
  readonly #access: StudyFileAccess;
  readonly #issues: IssueList;
  readonly #references = new Map<string, StudyFileReference>();
  readonly #tables = new Map<string, StringTable | undefined>();
  readonly #missing = new Set<string>();

  constructor(access: StudyFileAccess, issues: IssueList) {
    this.#access = access;
    this.#issues = issues;
  }

  get references(): readonly StudyFileReference[] {
    return [...this.#references.values()];
  }

  get tables(): ReadonlyMap<string, StringTable> {
    return new Map([...this.#tables].flatMap(([path, table]) => (table ? [[path, table]] : [])));
  }

  /** Every file that the job uploads. */
  addJob(job: WrittenJob): void {
    this.#addAnalysis(job, ['job']);
    for (const [index, analysis] of (job.jobanalyses ?? []).entries()) {
      this.#addAnalysis(analysis, ['job', 'jobanalyses', index]);
    }
  }

  /** @returns the CSV at `file`; undefined where an issue was added, now or before */
  table(file: string, role: 'case' | 'table', place: DocumentPath): StringTable | undefined {
    if (this.#tables.has(file)) return this.#tables.get(file);
    this.#tables.set(file, undefined);
    if (!this.#add(file, role, place)) return undefined;
    const text = this.#access.readFile(file);
    if (text === undefined) {
      this.#issues.at(place, `The file ${JSON.stringify(file)} can't be read as text`);
      return undefined;
    }
    if (typeof text !== 'string') return this.#refuse(file, text);
    const result = parseTable(text, file);
    if ('issue' in result) {
      this.#issues.add(result.issue);
      return undefined;
    }
    this.#tables.set(file, result.table);
    return result.table;
  }

  /** @returns the text of a file of the job; undefined where it is missing */
  text(file: string): string | undefined {
    if (this.#missing.has(file)) return undefined;
    const text = this.#access.readFile(file);
    return typeof text === 'object' ? this.#bytes(file, maxTextBytes) : text;
  }

  /** @returns how an input file begins; undefined where it is missing */
  start(file: string): string | undefined {
    return this.#missing.has(file) ? undefined : this.#bytes(file, startBytes);
  }

  /** What is looked at, but not taken over letter by letter: each byte is a letter. */
  #bytes(file: string, atMost: number): string | undefined {
    const text = this.#access.readFile(file, atMost);
    return typeof text === 'string' ? text : undefined;
  }

  #refuse(file: string, { line, column, message, hint }: NotUtf8): undefined {
    this.#missing.add(file);
    this.#issues.add({ place: { file, line, column }, message, hint });
  }

  #addAnalysis(
    written: { readonly [K in keyof WrittenAnalysis]?: WrittenAnalysis[K] | undefined },
    path: DocumentPath,
  ): void {
    for (const [index, one] of (written.inputFiles ?? []).entries()) {
      const [file, place] = typeof one === 'string' ? [one, [index]] : [one.file, [index, 'file']];
      this.#add(file, 'input', [...path, 'inputFiles', ...place]);
    }
    for (const [index, one] of (written.templates ?? []).entries()) {
      this.#add(one.template, 'template', [...path, 'templates', index, 'template']);
    }
    for (const [index, one] of (written.templateTasks ?? []).entries()) {
      this.#add(one.templateFile, 'template', [...path, 'templateTasks', index, 'templateFile']);
    }
    for (const key of ['preProcess', 'postProcess'] as const) {
      const short = written[key]?.script;
      const long = written[`${key}Script`];
      if (short !== undefined) this.#add(short, 'script', [...path, key, 'script']);
      if (long !== undefined) this.#add(long, 'script', [...path, `${key}Script`]);
    }
  }

  #add(file: string, role: StudyFileRole, place: DocumentPath): boolean {
    if (!this.#references.has(file)) this.#references.set(file, { path: file, role });
    if (this.#access.fileExists(file)) {
      const isText = role === 'template' || role === 'script';
      const text = isText ? this.#access.readFile(file) : '';
      // The platform renders a template as UTF-8, and hands a script on byte for byte.
      if (typeof text === 'object' && role === 'template') {
        this.#refuse(file, text);
        return false;
      }
      if (text !== undefined) return true;
      this.#missing.add(file);
      this.#issues.at(
        place,
        `The file ${JSON.stringify(file)} can't be read as text`,
        `a ${role} has at most ${maxTextBytes / 1_000_000} MB`,
      );
      return false;
    }
    this.#missing.add(file);
    const { message, hint } = this.#access.refusal?.(file) ?? {
      message: `The file ${JSON.stringify(file)} doesn't exist`,
      hint: 'paths are relative to the study file',
    };
    this.#issues.at(place, message, hint);
    return false;
  }
}
