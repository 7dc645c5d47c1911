import { openArchivedStudies } from '../../archive/index.ts';
import type { StudyReader } from '../../store/index.ts';
import type { CommandContext } from '../context.ts';
import { openOwnStore } from '../engine/open-own-store.ts';
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
  if (archive === undefined) return openOwnStore(context);
  return openArchivedStudies(await openArchive(context, archive));
}
