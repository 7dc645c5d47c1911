import { columnsOfParamFile, partialJob } from '../../src/study/index.ts';
import {
  inputsTemplate,
  type JobSpec,
  jobSpecName,
  jobSpecSchema,
  specRuns,
  type StudyFolder,
  writeParamFile,
} from '../../src/results/index.ts';
import { retryName } from './plan-retry.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { attemptKey, jobName, jobWord, studyWord } from '../job-names.ts';
import type { ShelvedStudy } from '../study-shelf.ts';

export interface PreparedJob {
  readonly runs: number;
  /** Files to upload for this job alone. */
  readonly files: readonly string[];
}

/** Writes job `k`'s param file, case file and spec into the store: of the plan, or of the runs that a retry chose. */
export async function prepareJob(
  { store, shelf }: ActivityDependencies,
  { studyId, k }: { readonly studyId: string; readonly k: number },
  _run: ActivityRun,
): Promise<PreparedJob> {
  const folder = store.study(studyId);
  const shelved = await shelf.get(studyId);
  const runs = (await folder.has(retryName(k)))
    ? (await folder.readJson(retryName(k), jobSpecSchema.pick({ runs: true }))).runs
    : plannedRuns(shelved, k);
  const spec = await writeSpec({ store, shelved, folder, studyId, k, runs });
  const files = [spec.inputsTemplate, ...spec.files].map((file) => file.name);
  return { runs: specRuns(spec).length, files };
}

function plannedRuns({ plan }: ShelvedStudy, k: number): JobSpec['runs'] {
  const job = plan.jobs[k - 1];
  if (job === undefined)
    throw new RangeError(`Expected a planned job, got number ${k} of ${plan.jobs.length}`);
  return { first: job.firstRun, last: job.lastRun };
}

async function writeSpec(input: {
  readonly store: ActivityDependencies['store'];
  readonly shelved: ShelvedStudy;
  readonly folder: StudyFolder;
  readonly studyId: string;
  readonly k: number;
  readonly runs: JobSpec['runs'];
}): Promise<JobSpec> {
  const { store, shelved, folder, studyId, k, runs } = input;
  const { study, plan } = shelved;
  const job = Array.isArray(runs)
    ? partialJob(
        plan,
        k,
        runs.map(({ run }) => run),
      )
    : plan.jobs[k - 1];
  if (job === undefined) throw new RangeError(`Expected a planned job, got number ${k}`);
  const columns = columnsOfParamFile(study, plan, job);
  const files: JobSpec['files'] = [];
  const add = async (
    role: 'param' | 'case',
    write: (path: string) => Promise<void>,
  ): Promise<void> => {
    const name = `jobs/${k}/${role}-${k}.csv`;
    await write(folder.path(name));
    const { sha256 } = await store.putFile(folder.path(name));
    files.push({ name: `${role}-${k}.csv`, sha256, role });
  };
  await add('param', (path) => writeParamFile(path, columns.paramNames, columns.paramBlocks()));
  if (columns.caseNames.length > 0) {
    await add('case', (path) => writeParamFile(path, columns.caseNames, columns.caseBlocks()));
  }
  const template = await store.putBytes(Buffer.from(inputsTemplate(plan.columns)));
  const spec: JobSpec = {
    k,
    jobName: jobName({ studyId, name: study.name }, k),
    studyWord: studyWord(studyId),
    jobWord: jobWord(studyId, k, 1),
    attemptKey: attemptKey(studyId, k),
    expectedRuns: job.expectedRuns,
    runs,
    inputsTemplate: { name: 'doeflow-inputs.txt.in', sha256: template.sha256 },
    files,
  };
  await folder.writeJson(jobSpecName(k), spec);
  return spec;
}
