/** The life of a run: states, reasons, proof, judging, retry policy and counts, and the shapes that workflows and activities say to each other. Pure. */
export * from './compare-inputs.ts';
export * from './count-outcomes.ts';
export * from './escape-markdown.ts';
export * from './explain-failure.ts';
export * from './failure-limit.ts';
export * from './failure-reason.ts';
export * from './job-ending.ts';
export * from './judge-run.ts';
export * from './retry-policy.ts';
export * from './run-marker.ts';
export * from './run-outcome.ts';
export * from './run-state.ts';
export * from './run-streaks.ts';
export * from './spec-run.ts';
export * from './wrap-command.ts';
export * from './trouble.ts';
export * from './unreadable-values.ts';
