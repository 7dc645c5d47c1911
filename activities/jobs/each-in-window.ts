/** Works on all items, at most `window` at a time, in order of start; the first error ends it. */
export async function eachInWindow<T>(
  items: readonly T[],
  window: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const index = next;
      next += 1;
      await work(items[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(window, items.length) }, lane));
}
