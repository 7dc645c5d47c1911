/** Where programs that share a token keep what is given out of its budgets; served by who knows a store. */
export interface RequestBook {
  /**
   * Replaces the record of a scope by what `step` makes of it, as one change that nobody comes between; `step` may be called again with a newer
   * record, and leaves it as it is by giving back no `next`.
   * @returns the answer of the call of `step` that counted
   */
  change<T>(
    scope: string,
    step: (found: unknown) => { readonly next?: unknown; readonly answer: T },
  ): Promise<T>;
}
