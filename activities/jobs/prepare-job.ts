import { firstRevision } from '../../src/run/first-revision.ts';
import { basename } from 'node:path';
import { columnsOfParamFile, partialJob, type PartialJob } from '../../src/study/index.ts';
import { inputsName } from '../../src/run/index.ts';
import { inputsTemplateOfStudy } from '../../src/shell/index.ts';
import { type ChunkSink } from '../../src/files/index.ts';
import {
  jobName,
  type JobSpec,
  jobTag,
  layout,
  newAttemptKey,
  olderStore,
  searchTag,
  specRuns,
  wasRestored,
  type DocumentFolder,
} from '../../src/store/index.ts';
import { writeParamFile } from '../../src/tables/index.ts';
import type { JobTarget, PreparedJob, RevisionTarget } from '../../src/run/activity-contract.ts';
import type { OnCluster } from '../../src/run/cluster-contract.ts';
import { revisionPaidFor } from '../budget/revision-paid-for.ts';
import { revisionOnCluster } from '../clusters/hardware-of-cluster.ts';
import type { Plan } from '../../src/study/plan.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { usualSmallOutputs, type SmallOutputs } from '../../src/small-outputs.ts';

/** Writes job `jobNumber`'s param file, case file and spec into the store: of the plan, or of the runs that a retry chose. */
export async function prepareJob(
  { store, studyCache, smallOutputs = usualSmallOutputs }: ActivityDependencies,
  input: JobTarget & RevisionTarget & OnCluster,
  _run: ActivityRun,
): Promise<PreparedJob> {
  const { studyId, jobNumber } = input;
  const folder = store.study(studyId);
  // One that was prepared before may be on the platform already: it keeps the files that it was made with.
  const spec =
    (await folder.find(layout.jobSpec(jobNumber))) ??
    (await writeSpec({ store, studyCache, folder, smallOutputs }, input));
  const files = [spec.inputsTemplate, ...spec.files].map((file) => file.name);
  return { runs: specRuns(spec).length, files };
}

function plannedJob({ jobs }: Plan, jobNumber: number): Plan['jobs'][number] {
  const job = jobs[jobNumber - 1];
  if (job !== undefined) return job;
  throw new RangeError(`Expected a planned job, got number ${jobNumber} of ${jobs.length}`);
}

/** A planned job whose other runs needn't be run names those that are left. */
function runsOf(job: Plan['jobs'][number] | PartialJob): JobSpec['runs'] {
  if (!('runs' in job)) return { first: job.firstRun, last: job.lastRun };
  return job.runs.map((run) => ({ run, attempt: 1, spent: {} }));
}

async function writeSpec(
  sources: Pick<ActivityDependencies, 'store' | 'studyCache'> & {
    readonly folder: DocumentFolder;
    readonly smallOutputs: SmallOutputs;
  },
  { studyId, jobNumber, revision: asked, ...on }: JobTarget & RevisionTarget & OnCluster,
): Promise<JobSpec> {
  const { store, studyCache, folder } = sources;
  const wanted = await revisionOnCluster(sources, studyId, { ...on, revision: asked });
  const revision = await revisionPaidFor({ ...sources, studyId, jobNumber, revision: wanted });
  const { study, plan } = await studyCache.get(studyId, revision ?? firstRevision);
  const retry = await folder.find(layout.retryChoice(jobNumber));
  if (retry === undefined && jobNumber > plan.jobs.length && !(await wasRestored(store))) {
    throw olderStore(`which runs run again as job ${jobNumber} of study ${studyId}`);
  }
  const runs = retry?.runs ?? runsOf(plannedJob(plan, jobNumber));
  const job = Array.isArray(runs)
    ? partialJob(
        plan,
        jobNumber,
        runs.map(({ run }) => run),
      )
    : plannedJob(plan, jobNumber);
  const columns = columnsOfParamFile(study, plan, job);
  const files: JobSpec['files'] = [];
  const add = async (
    role: 'param' | 'case',
    write: (sink: ChunkSink) => Promise<void>,
  ): Promise<void> => {
    const file = layout.jobFile(jobNumber, role);
    await write(folder.sink(file));
    const { sha256 } = await store.putFile(await folder.localFile(file));
    files.push({ name: basename(file.name), sha256, role });
  };
  await add('param', (sink) => writeParamFile(sink, columns.paramNames, columns.paramBlocks()));
  if (columns.caseNames.length > 0) {
    await add('case', (sink) => writeParamFile(sink, columns.caseNames, columns.caseBlocks()));
  }
  const template = await store.putBytes(Buffer.from(inputsTemplateOfStudy(study, plan)));
  const spec: JobSpec = {
    jobNumber,
    jobName: jobName({ studyId, name: study.name }, jobNumber),
    searchTag: searchTag(studyId),
    jobTag: jobTag(studyId, jobNumber, 1),
    attemptKey: newAttemptKey(),
    expectedRuns: job.expectedRuns,
    runs,
    // It may have been cut before it was amended to fewer.
    ...(retry?.slots === undefined
      ? {}
      : { slots: Math.min(retry.slots, study.job.hardware.slots) }),
    ...(revision === undefined ? {} : { revision }),
    ...printingBy[sources.smallOutputs],
    inputsTemplate: { name: `${inputsName}.in`, sha256: template.sha256 },
    files,
  };
  // The first that is kept counts, whoever prepares the job at the same time.
  if (await folder.create(layout.jobSpec(jobNumber), spec)) return spec;
  return folder.read(layout.jobSpec(jobNumber));
}

/** Where runs print their small outputs. */
const printingBy: Readonly<Record<SmallOutputs, Pick<JobSpec, 'printing'>>> = {
  rows: { printing: 'own-step' },
  'post-process': { printing: 'post-process' },
  downloads: {},
};
