import type { composeSummary } from '../../results/index.ts';

/** The document that {@link composeSummary} makes. */
export type Summary = ReturnType<typeof composeSummary>;
