import { fileTypes } from '../../platform-api/schemas/index.ts';
import type { PlatformContext } from '../context.ts';
import { findCluster } from '../database/cluster-store.ts';
import { findFile } from '../database/file-store.ts';
import type { JobRow } from '../database/job-store.ts';
import type { HardwareRecord, JobAnalysisRecord } from '../job-record.ts';
import { presentCustomFields } from './present-custom-fields.ts';
import { presentFile } from './present-file.ts';

/** The full record of a job. `coreType` is a code in v2 and `{code}` in v3. */
export function presentJob(
  context: PlatformContext,
  job: JobRow,
  version: number,
): Record<string, unknown> {
  const { record } = job;
  return {
    id: job.id,
    name: record.name,
    owner: context.catalogue.workspace.owner,
    dateInserted: new Date(job.createdAt).toISOString(),
    jobanalyses: record.jobanalyses.map((a) => presentAnalysis(context, a, version)),
    jobvariables: record.jobvariables,
    paramFile: presentReference(context, record.paramFile, fileTypes.parameter),
    caseFile: presentReference(context, record.caseFile, fileTypes.case),
    expectedRuns: record.expectedRuns,
    includeNominalRun: record.includeNominalRun,
    isTemplateDryRun: record.isTemplateDryRun,
    isLowPriority: record.isLowPriority,
    billingPriorityValue: record.billingPriorityValue,
    monteCarloIterations: record.monteCarloIterations,
    optimizer: null,
    projectId: job.projectId,
    resourceFilters: record.resourceFilters,
    archiveFilters: [],
    customFields: presentCustomFields(context.database, job.id),
    userTags: job.tags.map((name) => ({ name, normalizedName: name.toLowerCase() })),
    remoteVizConfig: null,
    sshPort: 22,
    autoTerminateCluster: job.clusterId === null,
  };
}

/** A row of the list of jobs. */
export function presentJobListItem(context: PlatformContext, job: JobRow): Record<string, unknown> {
  return {
    id: job.id,
    name: job.record.name,
    owner: context.catalogue.workspace.owner,
    dateInserted: new Date(job.createdAt).toISOString(),
    analysisNames: [...new Set(job.record.jobanalyses.map(({ analysis }) => analysis.name))],
    jobStatus: presentLabel(job.status ?? 'Not Started'),
    clusterStatusDisplay: presentLabel(clusterStatusOf(context, job)),
    sharedWith: job.sharedWith,
    isVisible: true,
    storage: job.inputBytes + job.outputBytes,
  };
}

/** The status of the cluster that a job runs on: its own, or the persistent one. */
function clusterStatusOf(context: PlatformContext, job: JobRow): string {
  const { clusterId, clusterStatus } = job;
  const shared = clusterId === null ? undefined : findCluster(context.database, clusterId)?.status;
  return shared ?? clusterStatus ?? 'Not Started';
}

/** Hardware with what follows from its core type. */
export function presentHardware(
  context: PlatformContext,
  hardware: HardwareRecord,
  version: number,
): Record<string, unknown> {
  const coreType = context.catalogue.coreTypes.find((c) => c.code === hardware.coreType);
  const coreClass = context.catalogue.coreClasses.find((c) => c.code === hardware.coreClass);
  return {
    coreType: version === 3 ? { code: hardware.coreType } : hardware.coreType,
    ...(coreClass === undefined
      ? {}
      : {
          coreClass: {
            acronym: coreClass.acronym,
            code: coreClass.code,
            coreTypeConfigs: coreClass.coreTypes.map((code, order) => ({
              coreType: code,
              name: context.catalogue.coreTypes.find((c) => c.code === code)?.name ?? code,
              order,
              priority: order,
            })),
          },
        }),
    coresPerSlot: hardware.coresPerSlot,
    slots: hardware.slots,
    type: hardware.type,
    walltime: hardware.walltime,
    coreSummary: {
      memoryPerNode: (coreType?.memory ?? 0) * hardware.coresPerSlot,
      storagePerNode: (coreType?.storage ?? 0) * hardware.coresPerSlot,
      numberOfNodes: hardware.slots,
    },
  };
}

function presentAnalysis(
  context: PlatformContext,
  analysis: JobAnalysisRecord,
  version: number,
): Record<string, unknown> {
  return {
    ...analysis,
    hardware: presentHardware(context, analysis.hardware, version),
    inputFiles: analysis.inputFiles.map(({ id, decompress }) => ({
      ...presentReference(context, id),
      decompress,
    })),
    templateTasks: analysis.templateTasks.map(({ processedFilename, templateFile }) => ({
      processedFilename,
      templateFile: presentReference(context, templateFile, fileTypes.template),
    })),
    preProcessScript: presentReference(context, analysis.preProcessScript, fileTypes.script),
    postProcessScript: presentReference(context, analysis.postProcessScript, fileTypes.script),
  };
}

/**
 * A referenced file; one deleted since is still named, since the job's record keeps the reference.
 * @param typeId of what this job has it for, whatever other jobs do; without one the file's own
 */
function presentReference(
  context: PlatformContext,
  id: string | null,
  typeId?: number,
): Record<string, unknown> | null {
  if (id === null) return null;
  const file = findFile(context.database, id);
  if (file === undefined) return { id, name: '', isDeleted: true };
  return presentFile(context, { ...file, typeId: typeId ?? file.typeId });
}

function presentLabel(content: string): Record<string, unknown> {
  const labelClass =
    content === 'Completed' ? 'label-success' : content === 'Executing' ? 'label-info' : '';
  return { content, labelClass, useLabel: labelClass !== '' };
}
