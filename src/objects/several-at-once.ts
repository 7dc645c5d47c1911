/** Does the work for each item, at most `atOnce` at the same time; after a failure nothing more is begun, and what is under way is waited for. */
export async function severalAtOnce<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  let failed: { readonly error: unknown } | undefined;
  const take = async (): Promise<void> => {
    while (failed === undefined) {
      const next = waiting.next();
      if (next.done === true) return;
      try {
        await work(next.value);
      } catch (error) {
        failed ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, take));
  if (failed !== undefined) throw failed.error;
}
