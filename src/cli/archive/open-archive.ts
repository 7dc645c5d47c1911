import { UsageError } from '../../errors.ts';
import { destinationLayout } from '../../archive/index.ts';
import { normalDestination, openDestination, type ObjectStore } from '../../objects/index.ts';
import type { CommandContext } from '../context.ts';

/** Help of a destination that is read. */
export const archiveHelp = 'destination of an archive: a directory, or s3://BUCKET/PREFIX';

/**
 * The objects of an archive that is read in place. Needs no Temporal, no platform and no store.
 * @throws UsageError with exit code 6 where nothing of an archive is
 */
export async function openArchive(context: CommandContext, text: string): Promise<ObjectStore> {
  const objects = await openDestination(normalDestination(text, context.cwd), context.env, 'read');
  const { objects: files, folders } = await objects.list('');
  const isArchive =
    files.includes(destinationLayout.mark.name) ||
    [destinationLayout.jobs, destinationLayout.studies].some((prefix) =>
      folders.includes(prefix.slice(0, -1)),
    );
  if (isArchive) return objects;
  throw new UsageError('USAGE_DESTINATION', `${text} holds no archive`, {
    exitCode: 6,
    hint: `name the place that holds ${destinationLayout.mark.name}`,
  });
}
