/** Does something with each item, `width` at a time; the first error ends it. */
export async function forEachOf<T>(
  items: Iterable<T> | AsyncIterable<T>,
  width: number,
  act: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  try {
    for await (const item of items) {
      const one = act(item).then(() => {
        running.delete(one);
      });
      // What failed stays in the set, for the race to find.
      one.catch(() => undefined);
      running.add(one);
      if (running.size >= width) await Promise.race(running);
    }
    await Promise.all(running);
  } finally {
    await Promise.allSettled(running);
  }
}
