import { named } from '../named.ts';

/** Which interactions aren't given, as the rows were run in blocks. */
export function blockDoubt(pairs: readonly (readonly string[])[]): string | false {
  return (
    pairs.length > 0 &&
    `these runs can't tell ${named(pairs.map((pair) => pair.join(' x ')))} from differences between the blocks of the design, which are taken out`
  );
}
