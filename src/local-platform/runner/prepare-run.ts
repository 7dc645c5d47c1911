import {
  constants,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { removeTreeSync } from '../../files/index.ts';
import { parseTemplate, type Template } from '../../templates/index.ts';
import { type JobFolder, runFolder, type RunFolder } from '../job-folder.ts';
import type { RunnerJob, RunLine } from '../protocol.ts';

/** A file that every run gets, with what shows afterwards whether the run changed it. */
export interface StagedFile {
  readonly path: string;
  readonly size: number;
  readonly modifiedMs: number;
  readonly mode: number;
  /** What a small file holds: writing it again costs half of copying it. */
  readonly content: Buffer | undefined;
}

/** What all runs of a job share, read once. */
export interface JobInputs {
  readonly directories: readonly string[];
  readonly files: ReadonlyMap<string, StagedFile>;
  readonly templates: readonly { readonly target: string; readonly template: Template }[];
}

/** Larger inputs are copied without blocking the runner's loop. */
const blockingCopyBytes = 1_000_000;
/** Inputs up to this size are kept in memory, up to the bound for all of them together. */
const keptFileBytes = 64_000;
const keptBytes = 2_000_000;

/**
 * Reads a job's staged inputs and parses its templates.
 *
 * @throws Error when a template's placeholder can't be read.
 */
export function readJobInputs(folder: JobFolder, spec: RunnerJob): JobInputs {
  const directories: string[] = [];
  const files = new Map<string, StagedFile>();
  let kept = 0;
  const visit = (directory: string): void => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const absolute = join(directory, entry.name);
      const path = relative(folder.stage, absolute);
      if (entry.isDirectory()) {
        directories.push(path);
        visit(absolute);
      } else {
        // Whole milliseconds, so that the copy's time can be set to exactly the same.
        const { size, mtimeMs, mode } = statSync(absolute);
        const keep = size <= keptFileBytes && kept + size <= keptBytes;
        if (keep) kept += size;
        const content = keep ? readFileSync(absolute) : undefined;
        files.set(path, { path, size, modifiedMs: Math.floor(mtimeMs), mode, content });
      }
    }
  };
  visit(folder.stage);
  const templates = spec.templates.map(({ source, target }) => ({
    target,
    template: parseTemplate(readFileSync(join(folder.templates, source), 'utf8'), { file: target }),
  }));
  return { directories, files, templates };
}

/**
 * Makes a run's folder afresh: copies of the inputs, then the rendered templates. The originals are copied, not linked, so that
 * no run can change what another one reads.
 *
 * @throws Error when a value is missing or a file can't be written; the run then ends as `unprepared`.
 */
export async function prepareRun(
  folder: JobFolder,
  inputs: JobInputs,
  line: RunLine,
): Promise<RunFolder> {
  const run = runFolder(folder, line.run);
  makeEmpty(run);
  for (const directory of inputs.directories) mkdirSync(`${run.work}/${directory}`);
  for (const file of inputs.files.values()) {
    const target = `${run.work}/${file.path}`;
    const source = `${folder.stage}/${file.path}`;
    if (file.content !== undefined) writeFileSync(target, file.content, { mode: file.mode });
    else if (file.size <= blockingCopyBytes)
      copyFileSync(source, target, constants.COPYFILE_FICLONE);
    else await copyFile(source, target, constants.COPYFILE_FICLONE);
    utimesSync(target, file.modifiedMs / 1000, file.modifiedMs / 1000);
  }
  for (const { target, template } of inputs.templates) {
    const path = `${run.work}/${target}`;
    if (target.includes('/')) mkdirSync(dirname(path), { recursive: true });
    // A template may be the very script that the command starts.
    writeFileSync(path, template.render(line.values), { mode: 0o755 });
  }
  return run;
}

function makeEmpty(run: RunFolder): void {
  try {
    mkdirSync(run.root);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    removeTreeSync(run.root);
    mkdirSync(run.root);
  }
  mkdirSync(run.work);
}
