import { stat, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { makeFolder } from '../../files/index.ts';
import { starterFiles, toStudyName } from '../starter-study.ts';
import type { DefineVerb } from '../define-verb.ts';

interface InitOptions {
  readonly force?: boolean;
}

/** `doeflow init`: writes a starter study that runs as it is; existing files are overwritten only with `--force`. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('[dir]', 'folder for the study', '.')
    .option('--force', 'overwrite files that are already there')
    .action(async (dir: string, options: InitOptions) => {
      const folder = resolve(context.cwd, dir);
      const files = starterFiles(toStudyName(basename(folder)));
      await makeFolder(folder);
      if (options.force !== true) await refuseOverwriting(folder, Object.keys(files));
      for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
      const shown = relative(context.cwd, folder) || '.';
      context.output.show({
        json: { directory: folder, files: Object.keys(files) },
        human: [
          { kind: 'text', lines: [`Wrote ${Object.keys(files).join(', ')} to ${shown}`] },
          { kind: 'next', commands: [`doeflow plan ${shown}`, `doeflow run ${shown}`] },
        ],
        quiet: folder,
      });
    });
};

async function refuseOverwriting(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    try {
      await stat(join(folder, name));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') continue;
      throw error;
    }
    throw new UsageError('USAGE_FILE_EXISTS', `${join(folder, name)} exists already`, {
      exitCode: 5,
      hint: 'Choose another folder, or overwrite it with --force',
    });
  }
}
