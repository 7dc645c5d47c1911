import { resolve } from 'node:path';
import type { Command } from 'commander';
import { openArchivedStudies, restoreStudy } from '../../archive/index.ts';
import type { CommandContext } from '../context.ts';
import { countOf, formatBytes } from '../format-quantities.ts';
import { findStudy } from '../studies/find-study.ts';
import { archiveHelp, openArchive } from './open-archive.ts';
import { requireOutsideArchives } from './restore-target.ts';
import { pathWord } from '../../quote-shell.ts';

/** `doeflow archive restore`: study file and inputs of an archived study, as a folder that can be run. */
export function addRestore(command: Command, context: CommandContext): void {
  command
    .command('restore')
    .description('make a runnable folder of an archived study')
    .argument('<destination>', archiveHelp)
    .argument('<study>', 'a study in it: its id, the start of its id, or its name')
    .argument('<folder>', 'folder to be made, in no archive; nothing is ever overwritten')
    .addHelpText(
      'after',
      '\nThe folder appears whole or not at all, with the plan hash of the archived study. Needs no Temporal, no platform and no store.',
    )
    .action(async (destination: string, reference: string, folder: string) => {
      const objects = await openArchive(context, destination);
      const { studyId } = await findStudy(openArchivedStudies(objects), reference, destination);
      const target = resolve(context.cwd, folder);
      await requireOutsideArchives(context, destination, target);
      const restored = await restoreStudy(objects, studyId, target);
      const { studyFile, files, bytes, planHash, revisions } = restored;
      context.output.show({
        json: restored,
        human: [
          {
            kind: 'text',
            lines: [
              `Restored ${studyId}: ${countOf(files, 'file')}, ${formatBytes(bytes)}, plan hash ${planHash.slice(0, 12)} as archived.`,
              ...revisions.map(
                ({ revision, folder: at }) =>
                  `Some of its runs used mended files: revision ${revision} is in ${at}/.`,
              ),
            ],
          },
          {
            kind: 'next',
            commands: [`doeflow plan ${pathWord(studyFile)}`, `doeflow run ${pathWord(studyFile)}`],
          },
        ],
        quiet: studyFile,
      });
    });
}
