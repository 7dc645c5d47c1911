import { readFileSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { StudyError, type StudyIssue } from '../errors.ts';
import type { StringTable } from '../study/string-table.ts';
import type { Study } from '../study/study.ts';
import type { TemplateFormat } from './template-format.ts';
import { readStart } from './read-start.ts';
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
  readonly files: readonly {
    /** As the study file writes it. */
    readonly path: string;
    readonly absolutePath: string;
    readonly role: StudyFileRole;
  }[];
  /** CSVs by path as written. */
  readonly tables: ReadonlyMap<string, StringTable>;
  /** Where templates format numbers by themselves. */
  readonly templateFormats: readonly TemplateFormat[];
  /** What may be right, and probably isn't. */
  readonly warnings: readonly StudyIssue[];
}

/** Largest table or template that is read, in bytes. */
const maxTextBytes = 1_000_000_000;

/**
 * @param path of the study file, or of a folder with `study.yaml`
 * @throws StudyError `STUDY_NOT_FOUND`, `STUDY_INVALID` with all findings at once
 */
export async function readStudy(path: string): Promise<LoadedStudy> {
  const file = await findStudyFile(path);
  return loadStudyText(await readStudyText(file), file);
}

/**
 * @param text of the study file
 * @param file where it is, or was, or will be: the files that it names are beside it
 * @param unwritten files that will be beside it: name -> text
 * @throws StudyError `STUDY_INVALID` with all findings at once
 */
export function loadStudyText(
  text: string,
  file: string,
  unwritten: Readonly<Record<string, string>> = {},
): LoadedStudy {
  const directory = resolve(dirname(file));
  const absolute = (name: string) => resolve(directory, name);
  const { study, files, tables, templateFormats, warnings } = parseStudy(text, {
    file,
    readFile: (name, atMost) => unwritten[name] ?? readText(absolute(name), atMost),
    fileExists: (name) =>
      name in unwritten || statSync(absolute(name), { throwIfNoEntry: false })?.isFile() === true,
  });
  return {
    study,
    directory,
    file,
    text,
    files: files.map(({ path: name, role }) => ({
      path: name,
      absolutePath: absolute(name),
      role,
    })),
    tables,
    templateFormats,
    warnings,
  };
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

/** @returns the text of a study file. @throws StudyError where it is too large or not UTF-8 */
export async function readStudyText(file: string): Promise<string> {
  const { size } = await stat(file);
  if (size > maxStudyFileBytes) {
    throw new StudyError('STUDY_INVALID', [
      {
        file,
        line: 1,
        column: 1,
        message: `Expected a study file of at most 1 MB, got ${(size / 1e6).toFixed(1)} MB`,
        hint: 'put long lists of values into a CSV: `design: {method: table, file: …}` or `caseFile`',
      },
    ]);
  }
  const bytes = await readFile(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const isWide = /^(?:fffe|feff)/u.test(bytes.subarray(0, 2).toString('hex'));
    throw new StudyError('STUDY_INVALID', [
      {
        ...{ file, line: 1, column: 1 },
        message: `Expected a file in UTF-8, got ${isWide ? 'UTF-16' : 'other bytes'}`,
        hint: isWide
          ? 'save it as UTF-8; in PowerShell, write it with `Out-File -Encoding utf8`'
          : 'save it as UTF-8 text',
      },
    ]);
  }
}

function readText(path: string, atMost?: number): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) return undefined;
  if (atMost !== undefined) return readStart(path, atMost);
  if (found.size > maxTextBytes) return undefined;
  return readFileSync(path, 'utf8');
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
