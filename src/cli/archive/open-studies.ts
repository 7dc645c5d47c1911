import { openArchivedStudies } from '../../archive/index.ts';
import { openStore, type StudyReader } from '../../store/index.ts';
import type { CommandContext } from '../context.ts';
import { readSettings } from '../engine/read-settings.ts';
import { archiveHelp, openArchive } from './open-archive.ts';

/** Flag and help of the verbs that read studies of an archive in place. */
export const archiveOption = [
  '--archive <destination>',
  `read a study of an archive, in place: ${archiveHelp.replace('destination of an archive: ', '')}`,
] as const;

/** The studies of the store, or of the archive that is named. */
export async function openStudies(
  context: CommandContext,
  archive: string | undefined,
): Promise<StudyReader> {
  if (archive === undefined) return openStore(readSettings(context).storeDirectory);
  return openArchivedStudies(await openArchive(context, archive));
}
