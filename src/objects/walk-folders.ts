import type { Listing } from './object-store.ts';

/** Names of all objects below what `list` lists (a folder's name is empty, or ends in `/`); folder by folder, sorted within each. */
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
