/** How much space parts of the store take, by looking at each object. */
import { walkFolders, type DocumentFolder } from '../objects/index.ts';

/** A measured size. */
export interface Size {
  /** Undefined where the size of an object can't be told. */
  readonly bytes: number | undefined;
  readonly objects: number;
}

/** Nothing. */
export const noSize: Size = { bytes: 0, objects: 0 };

/** The size of all objects below a prefix of a folder; empty: of all that it has. */
export async function measureBelow(
  folder: Pick<DocumentFolder, 'list' | 'stamp'>,
  prefix: string,
): Promise<Size> {
  let size = noSize;
  const names = walkFolders((below) => folder.list({ prefix: `${prefix}${below}` }));
  for await (const name of names) {
    const stamp = await folder.stamp({ name: `${prefix}${name}` });
    size = addSizes(size, { bytes: stamp?.bytes, objects: 1 });
  }
  return size;
}

/** Both together; unknown where one of them is. */
export function addSizes(a: Size, b: Size): Size {
  return {
    bytes: a.bytes === undefined || b.bytes === undefined ? undefined : a.bytes + b.bytes,
    objects: a.objects + b.objects,
  };
}
