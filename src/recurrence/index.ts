/** What is kept of a study that comes again, and how one occurrence is compared with another. Knows no platform and no Temporal. */
export * from './compare-results.ts';
export * from './comparison-table.ts';
export * from './comparison-words.ts';
export * from './occurrence-id.ts';
export * from './judge-occurrence.ts';
export * from './notification.ts';
export * from './read-passes.ts';
export * from './recurrence-layout.ts';
