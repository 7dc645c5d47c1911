import type { RunOutcome } from '../run/run-outcome.ts';
import type { Study } from '../study/study.ts';
import { outputFiles, readFileOf } from './extract-outputs.ts';
import { wantedFiles } from './wanted-files.ts';

/**
 * Files that a study's outputs read, and of which nobody knows whether a run left them: they weren't asked for when it was collected.
 * @param kept the study by which its files were collected
 */
export function uncollectedFiles(
  study: Study,
  kept: Study,
  { files }: Pick<RunOutcome, 'files'>,
): ReadonlySet<string> {
  const read = [...outputFiles(study)];
  const asked = wantedFiles(kept, read).names;
  return new Set(read.filter((name) => !asked.has(name) && files?.[name] === undefined));
}

/** Optional outputs that are read from such files, each with why it is left empty. */
export function emptyForThem(
  { variables }: Study,
  uncollected: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    variables.flatMap((variable) => {
      if (variable.type !== 'Output' || variable.required) return [];
      const file = readFileOf(variable.source);
      return uncollected.has(file) ? [[variable.name, notCollected(file)] as const] : [];
    }),
  );
}

/** Why a file's output can't be had. */
export function notCollected(file: string): string {
  return `${file} was not collected of this run, as nothing asked for it then`;
}
