/** What is kept of a study that comes again, and how one coming is compared with another. Knows no platform and no Temporal. */
export * from './compare-results.ts';
export * from './comparison-table.ts';
export * from './comparison-words.ts';
export * from './coming-id.ts';
export * from './judge-coming.ts';
export * from './notification.ts';
export * from './read-passes.ts';
export * from './recurrence-layout.ts';
