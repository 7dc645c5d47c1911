import type { Listing, ObjectStore } from '../objects/index.ts';

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

/** {@link walkObjects} by what lists one folder (empty, or ending in `/`). */
export async function* walkFolders(
  list: (folder: string) => Promise<Listing>,
): AsyncGenerator<string> {
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const listing = await list(folder);
    for (const name of listing.objects) yield `${folder}${name}`;
    folders.push(...listing.folders.map((name) => `${folder}${name}/`).reverse());
  }
}
