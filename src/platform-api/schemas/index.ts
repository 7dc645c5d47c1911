/** The shapes of every resource of the platform, one source for the client and for the platform served here. */
export * from './primitives.ts';
export * from './core-type.ts';
export * from './analysis.ts';
export * from './file.ts';
export * from './status.ts';
export * from './hardware.ts';
export * from './job-analysis.ts';
export * from './job-variable.ts';
export * from './job.ts';
export * from './job-run.ts';
export * from './custom-field.ts';
export * from './cluster.ts';
export * from './account.ts';
