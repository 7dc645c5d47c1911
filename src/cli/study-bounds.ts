/** What a study may read on this machine: its own folder, what a person allows, and never the engine's own files. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Option } from 'commander';
import { UsageError } from '../errors.ts';
import { ownPlaces } from '../host/own-places.ts';
import type { StudyBounds } from '../study-file/index.ts';
import type { CommandContext } from './context.ts';
import { settingsInputOf } from './engine/read-settings.ts';

/** What {@link allowOutsideOption} gives. */
export interface BoundsOptions {
  readonly allowOutside?: readonly string[];
}

/** `--allow-outside DIR`, as often as there are folders. */
export function allowOutsideOption(): Option {
  return new Option(
    '--allow-outside <dir>',
    'let the study read the files in this folder too, outside its own; may be repeated',
  ).argParser((dir: string, before: readonly string[] = []) => [...before, dir]);
}

/** @throws UsageError where a folder that is allowed isn't there */
export function studyBounds(
  context: Pick<CommandContext, 'cwd' | 'env' | 'flags'>,
  { allowOutside = [] }: BoundsOptions = {},
): StudyBounds {
  const folders = allowOutside.map((dir) => resolve(context.cwd, dir));
  for (const folder of folders) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) continue;
    throw new UsageError('USAGE_FOLDER', `There is no folder ${folder} to allow`, {
      hint: 'Give --allow-outside a folder; all files in it may then be read and uploaded',
    });
  }
  return { allowOutside: folders, never: ownPlaces(settingsInputOf(context)) };
}
