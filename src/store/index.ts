/** The store: what the engine keeps of studies. Knows nothing of the platform or Temporal. */
export * from './job-names.ts';
export * from './job-spec.ts';
export * from './outcomes.ts';
export * from './platform-jobs.ts';
export * from './publish-results.ts';
export * from './safe-join.ts';
export * from './snapshot-study.ts';
export * from './store.ts';
export * from './upload-key.ts';
