/** One look at an open study: how far it is, and what it waits for. Knows Temporal, and neither platform nor store. */
export * from './follow-troubles.ts';
export * from './look-at-study.ts';
export * from './pending-activities.ts';
export * from './read-troubles.ts';
