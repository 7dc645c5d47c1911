/** The rows of a Saltelli design as blocks: one a base sample, in the order A, AB_1 .. AB_d, [BA_1 .. BA_d,] B. */
export interface PickFreezeBlocks {
  readonly variables: number;
  readonly secondOrder: boolean;
  /** Rows of one block. */
  readonly size: number;
  readonly count: number;
}

/** Rows of one block. */
export function pickFreezeSize(variables: number, secondOrder: boolean): number {
  return secondOrder ? 2 * variables + 2 : variables + 2;
}

/**
 * How rows make blocks.
 * @returns undefined where they don't come out even
 */
export function pickFreezeBlocks(
  rows: number,
  variables: number,
  secondOrder: boolean,
): PickFreezeBlocks | undefined {
  const size = pickFreezeSize(variables, secondOrder);
  if (variables < 1 || rows === 0 || rows % size !== 0) return undefined;
  return { variables, secondOrder, size, count: rows / size };
}

/** The response at one place of every block. */
export function atPlace(
  response: Float64Array,
  { size, count }: PickFreezeBlocks,
  place: number,
): Float64Array {
  return Float64Array.from({ length: count }, (_, block) => response[block * size + place] ?? NaN);
}
