import type { composeSummary } from '../../summary/index.ts';

/** The document that {@link composeSummary} makes. */
export type Summary = ReturnType<typeof composeSummary>;
