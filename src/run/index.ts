/** The life of a run: states, reasons, proof, judging, retry policy and counts. Pure; knows neither files nor the platform. */
export * from './compare-inputs.ts';
export * from './count-latest.ts';
export * from './failure-limit.ts';
export * from './outcome-change.ts';
export * from './retry-policy.ts';
export * from './run-marker.ts';
export * from './run-state.ts';
export * from './wrap-command.ts';
