/** Most runs of one study; larger designs are better several studies. */
export const mostRuns = 10_000_000;
