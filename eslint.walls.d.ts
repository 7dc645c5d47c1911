/** One room: a folder of the program, what it holds and what it may import, types included. */
export interface Room {
  /** Its folder; `src` stands for the single files directly in `src`. */
  readonly name: string;
  readonly holds: string;
  /** Rooms that stand before this one in the list, or single files of them. */
  readonly uses: readonly string[];
  /** npm packages; `node` stands for all modules of Node, `node:module` for one. */
  readonly packages: readonly string[];
}

/** All rooms, from the bottom to the top. */
export const rooms: readonly Room[];

/** The room that a path lies in, counted from the project's folder; undefined outside all rooms. */
export function roomOf(path: string): Room | undefined;

/** Why the file `from` must not import `specifier`; undefined when it may. */
export function whyForbidden(from: string, specifier: string): string | undefined;
