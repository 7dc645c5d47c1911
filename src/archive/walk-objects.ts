import type { Listing, ObjectStore } from '../objects/index.ts';

/**
 * Names of all objects below `prefix` (empty, or ending in `/`), without it; folder by folder, sorted within each.
 * @param onOther told of links, pipes and the like
 */
export function walkObjects(
  objects: ObjectStore,
  prefix: string,
  onOther?: (path: string) => void,
): AsyncGenerator<string> {
  return walkFolders(async (folder) => {
    const listing = await objects.list(`${prefix}${folder}`);
    for (const name of listing.others ?? []) onOther?.(`${folder}${name}`);
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
