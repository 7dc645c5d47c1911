/** How people are told of what happens: to whom, by which way, and once for each event. Knows no platform and no Temporal. */
export * from './choose-targets.ts';
export * from './outcome.ts';
export * from './post-once.ts';
export * from './run-command.ts';
export * from './study-event.ts';
export * from './target.ts';
export * from './target-problem.ts';
export * from './tell-target.ts';
export * from './url-problem.ts';
