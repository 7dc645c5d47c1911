/** Where a study may be restored: in no archive, in which it would be a stranger. */
import { dirname, isAbsolute, join, relative } from 'node:path';
import { UsageError } from '../../errors.ts';
import { looseLinkIn, realDestination } from '../../objects/index.ts';
import type { CommandContext } from '../context.ts';
import { archiveAround } from './archives-around.ts';

/**
 * Looks, before anything is written, whether `folder` (absolute) leads into an archive, by whatever links.
 * @param source the archive that is read, which may have lost its mark
 * @throws UsageError USAGE_FOLDER, exit code 2, where it does, or where a part of it is a link to what isn't there
 */
export async function requireOutsideArchives(
  context: CommandContext,
  source: string,
  folder: string,
): Promise<void> {
  const loose = await looseLinkIn(folder);
  if (loose !== undefined) {
    throw new UsageError(
      'USAGE_FOLDER',
      `No folder ${folder} can be made: ${loose.link} is a link to ${loose.target}, which isn't there`,
      { hint: 'Remove the link, or give another folder that does not exist yet' },
    );
  }
  const real = realDestination(folder, '/');
  const read = realDestination(source, context.cwd);
  const archive = isIn(read, real) ? read : await archiveAround(join(real, 'any'), context.env);
  if (archive === undefined) return;
  throw new UsageError(
    'USAGE_FOLDER',
    `No study can be restored into ${folder}: it is in ${archive}, which is an archive itself`,
    {
      hint: `Give a folder outside of it, such as one in ${dirname(archive)}; nothing was written`,
    },
  );
}

function isIn(archive: string, path: string): boolean {
  if (!isAbsolute(archive)) return false;
  const way = relative(archive, path);
  return way !== '..' && !way.startsWith('../');
}
