/** Studies as plain data, and how one becomes runs and jobs. Pure: knows no YAML, no files, no platform, no clock. */
export { columnsOfParamFile, type ParamFileColumns } from './columns-of-param-file.ts';
export { partialJob, type PartialJob } from './partial-job.ts';
export { planStudy, type PlanDependencies } from './plan-study.ts';
export { placeOfRun, positionOfRun, type RunPlace } from './run-order.ts';
export { templateValues } from './template-values.ts';
