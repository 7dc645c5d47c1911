/**
 * How small output files come from a platform: `rows`: each run prints them, in a post-process of its own where its study has none; `post-process`: runs
 * with a post-process print them behind it, and no step is added; `downloads`: none is printed, each is downloaded.
 */
export const smallOutputWays = ['rows', 'post-process', 'downloads'] as const;

export type SmallOutputs = (typeof smallOutputWays)[number];

/** Adds no step to what is paid for, nor to what a run costs. */
export const usualSmallOutputs: SmallOutputs = 'post-process';
