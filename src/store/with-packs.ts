/** A study's folder in which files of runs are found whether they lie by themselves or in a pack; one that lies by itself counts. */
import { Readable } from 'node:stream';
import { writeInside } from '../files/index.ts';
import { layout, parseRunName } from './layout.ts';
import { createPackReader } from './read-packs.ts';
import type { PackedFile } from './schemas/packed-file.ts';
import type { DocumentFolder, StoredObject } from '../objects/index.ts';

/**
 * `folder` with the files that are packed in it: reading sees them as if each were in its place. What is written goes to its own place; a workspace
 * has packed files as files. Removing takes nothing out of a pack.
 */
export function withPacks(folder: DocumentFolder): DocumentFolder {
  const packs = createPackReader(folder);

  async function find({ name }: StoredObject): Promise<PackedFile | undefined> {
    const of = parseRunName(name);
    if (of === undefined) return undefined;
    const isMeant = ({ attempt, path }: PackedFile): boolean => `${attempt}/${path}` === of.rest;
    return (
      (await packs.ofRun(of.run)).find(isMeant) ?? (await packs.ofRunNow(of.run)).find(isMeant)
    );
  }

  return {
    ...folder,
    has: async (object) => (await folder.has(object)) || (await find(object)) !== undefined,
    stamp: async (object) => (await folder.stamp(object)) ?? (await find(object)),
    async readStream(object) {
      if (parseRunName(object.name) === undefined) return folder.readStream(object);
      try {
        return await folder.readStream(object);
      } catch (error) {
        const packed = await find(object);
        if (packed === undefined) throw error;
        return Readable.from([await packs.read(packed)], { objectMode: false });
      }
    },
    async list({ prefix }) {
      const listing = await folder.list({ prefix });
      if (prefix === '') {
        return {
          ...listing,
          folders: listing.folders.filter((name) => `${name}/` !== layout.allPacks.prefix),
        };
      }
      if (prefix === layout.allRuns.prefix) {
        const runs = [...(await packs.runs())].map(String);
        return { ...listing, folders: union(listing.folders, runs) };
      }
      const of = parseRunName(prefix);
      if (of === undefined) return listing;
      const files = await packs.ofRun(of.run);
      const below = files
        .map(({ attempt, path }) => `${attempt}/${path}`)
        .filter((name) => name.startsWith(of.rest))
        .map((name) => name.slice(of.rest.length).split('/'));
      return {
        ...listing,
        objects: union(listing.objects, below.flatMap(firstOfOne)),
        folders: union(listing.folders, below.flatMap(firstOfMore)),
      };
    },
    async workspace(prefix) {
      const workspace = await folder.workspace(prefix);
      const of = parseRunName(prefix.prefix);
      for (const file of of === undefined ? [] : await packs.ofRun(of.run)) {
        if (of?.rest !== `${file.attempt}/`) continue;
        if (await folder.has({ name: `${prefix.prefix}${file.path}` })) continue;
        const content = await packs.read(file);
        await writeInside(workspace.directory, file.path, [content], file.modifiedMs);
      }
      return workspace;
    },
  };
}

function firstOfOne(path: readonly string[]): readonly string[] {
  return path.length === 1 ? path : [];
}

function firstOfMore(path: readonly string[]): readonly string[] {
  return path.length > 1 ? path.slice(0, 1) : [];
}

function union(some: readonly string[], others: readonly string[]): readonly string[] {
  return others.length === 0 ? some : [...new Set([...some, ...others])].sort();
}
