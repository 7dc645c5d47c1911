/** How people are told of what happens: to whom, by which way, and once for each event. Knows no platform and no Temporal. */
export * from './outcome.ts';
export * from './post-once.ts';
export * from './run-command.ts';
export * from './url-problem.ts';
