import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { StudyError, type StudyIssue } from '../errors.ts';
import type { StringTable } from '../study/string-table.ts';
import type { Study } from '../study/study.ts';
import type { TemplateFormat } from './template-format.ts';
import { readBeginning, readRealFile, readUtf8, type NotUtf8 } from '../files/index.ts';
import { designRules } from './design-rules.ts';
import { maxTextBytes, NamedFiles, refusalOf, type StudyBounds } from './named-files.ts';
import { parseStudy } from './parse-study.ts';
import { maxStudyFileBytes } from './yaml-limits.ts';
import type { StudyFileRole } from './study-files.ts';

/** A study read from a folder, with every file it names found. */
export interface LoadedStudy {
  readonly study: Study;
  /** Absolute. */
  readonly directory: string;
  /** The study file, as the path was given. */
  readonly file: string;
  /** Text of the study file. */
  readonly text: string;
  /** By which its rows are drawn. */
  readonly designRules: number;
  readonly files: readonly {
    /** As the study file writes it. */
    readonly path: string;
    /** Its real path, without links; {@link openRealFile} finds out when another file has taken its place. */
    readonly absolutePath: string;
    readonly role: StudyFileRole;
    /** Lies outside the study's folder, in one that was allowed. */
    readonly outside?: true;
  }[];
  /** CSVs by path as written. */
  readonly tables: ReadonlyMap<string, StringTable>;
  /** Where templates format numbers by themselves. */
  readonly templateFormats: readonly TemplateFormat[];
  /** What may be right, and probably isn't. */
  readonly warnings: readonly StudyIssue[];
}

/** A file that will be beside a study file: its text, or where it is copied from. */
export type UnwrittenFile = string | { readonly at: string };

/**
 * @param path of the study file, or of a folder with `study.yaml`
 * @param rules of its design, for a study that was started; see {@link designRules}
 * @throws StudyError `STUDY_NOT_FOUND`, `STUDY_INVALID` with all findings at once
 */
export async function readStudy(
  path: string,
  bounds: StudyBounds = {},
  rules?: number,
): Promise<LoadedStudy> {
  const file = await findStudyFile(path);
  const text = readStudyText(file, bounds);
  return loadStudyText(text, file, { bounds, ...(rules === undefined ? {} : { rules }) });
}

/**
 * @param text of the study file
 * @param file where it is, or was, or will be: the files that it names are beside it
 * @param options.bounds what it may read beside its own folder
 * @param options.unwritten files that will be beside it: name -> text, or where it is now
 * @throws StudyError `STUDY_INVALID` with all findings at once
 */
export function loadStudyText(
  text: string,
  file: string,
  options: {
    readonly bounds?: StudyBounds;
    readonly unwritten?: Readonly<Record<string, UnwrittenFile>>;
    readonly rules?: number;
  } = {},
): LoadedStudy {
  const { bounds = {}, unwritten = {}, rules = designRules } = options;
  const directory = resolve(dirname(file));
  const named = new NamedFiles(directory, bounds);
  const { study, files, tables, templateFormats, warnings } = parseStudy(text, {
    ...{ file, designRules: rules },
    readFile: (name, atMost) =>
      textOfUnwritten(name, unwritten[name], atMost) ?? named.text(name, atMost),
    fileExists: (name) => name in unwritten || named.find(name).kind === 'file',
    refusal: (name) => named.refusal(name),
  });
  return {
    study,
    directory,
    file,
    text,
    designRules: rules,
    files: files.map(({ path: name, role }) => {
      const found = named.find(name);
      return {
        path: name,
        absolutePath: found.kind === 'file' ? found.at : resolve(directory, name),
        role,
        ...(found.kind === 'file' && found.outside ? { outside: true } : {}),
      };
    }),
    tables,
    templateFormats,
    warnings,
  };
}

function textOfUnwritten(
  name: string,
  file: UnwrittenFile | undefined,
  atMost?: number,
): string | NotUtf8 | undefined {
  if (file === undefined || typeof file === 'string') return file;
  const bytes = readBeginning(file.at, atMost ?? maxTextBytes);
  return bytes && (atMost === undefined ? readUtf8(bytes, name) : bytes.toString('latin1'));
}

/** @returns the path of the study file that a path means: itself, or `study.yaml` in a folder. @throws StudyError */
export async function findStudyFile(path: string): Promise<string> {
  const found = await stat(path).catch((error: unknown) => {
    throw notFound(
      path,
      `There is no study file or folder ${JSON.stringify(path)}${reasonOf(error)}`,
    );
  });
  if (!found.isDirectory()) return path;
  const file = join(path, 'study.yaml');
  await stat(file).catch((error: unknown) => {
    throw notFound(
      file,
      `There is no study.yaml in the folder ${basename(path)}${reasonOf(error)}`,
    );
  });
  return file;
}

/** @returns the text of a study file. @throws StudyError where it is no regular file of its folder, too large or not UTF-8 */
export function readStudyText(file: string, bounds: StudyBounds = {}): string {
  const invalid = (
    message: string,
    hint: string,
    place: { readonly line: number; readonly column: number } = { line: 1, column: 1 },
  ): StudyError => new StudyError('STUDY_INVALID', [{ file, ...place, message, hint }]);
  const found = new NamedFiles(resolve(dirname(file)), bounds).find(basename(file));
  const refusal = refusalOf(found, basename(file));
  if (refusal !== undefined) throw invalid(refusal.message, refusal.hint);
  if (found.kind !== 'file') throw notFound(file, `There is no study file ${JSON.stringify(file)}`);
  if (found.bytes > maxStudyFileBytes) {
    throw invalid(
      `Expected a study file of at most 1 MB, got ${(found.bytes / 1e6).toFixed(1)} MB`,
      'put long lists of values into a CSV: `design: {method: table, file: …}` or `caseFile`',
    );
  }
  const text = readUtf8(readRealFile(found.at), basename(file));
  if (typeof text === 'string') return text.replace(/^\uFEFF/u, '');
  throw invalid(text.message, text.hint, { line: text.line, column: text.column });
}

function notFound(file: string, message: string): StudyError {
  const hint = 'give a study file, or a folder with study.yaml; `doeflow init` writes one';
  return new StudyError('STUDY_NOT_FOUND', [{ file, line: 1, column: 1, message, hint }]);
}

/** In brackets; nothing where the file just isn't there. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error)
    return error.code === 'ENOENT' ? '' : ` (${String(error.code)})`;
  return ` (${error instanceof Error ? error.message : String(error)})`;
}
