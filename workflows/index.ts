/** All workflows a worker serves. Names are part of every history: never rename one in place. */
export { studyWorkflow } from './study/study-workflow.ts';
export { doeJobWorkflow } from './doe-job/doe-job-workflow.ts';
export { clusterWorkflow } from './cluster/cluster-workflow.ts';
