import { walkFolders, type ObjectStore } from '../objects/index.ts';

/** `other`: a link, a pipe or the like; `internal`: a name that the store keeps for itself. */
export type Stranger = 'other' | 'internal';

/**
 * Names of all objects below `prefix` (empty, or ending in `/`), without it; folder by folder, sorted within each.
 * @param onStranger told of what is no object
 */
export function walkObjects(
  objects: ObjectStore,
  prefix: string,
  onStranger?: (path: string, what: Stranger) => void,
): AsyncGenerator<string> {
  return walkFolders(async (folder) => {
    const listing = await objects.list(`${prefix}${folder}`);
    for (const name of listing.others ?? []) onStranger?.(`${folder}${name}`, 'other');
    for (const name of listing.internal ?? []) onStranger?.(`${folder}${name}`, 'internal');
    return listing;
  });
}
