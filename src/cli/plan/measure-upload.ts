/** What a study sends to the platform before its first run. */
import { stat } from 'node:fs/promises';
import type { ChunkSink } from '../../files/index.ts';
import { inputsTemplateOfStudy } from '../../shell/index.ts';
import type { LoadedStudy } from '../../study-file/index.ts';
import { columnsOfParamFile } from '../../study/index.ts';
import type { Plan, PlannedJob } from '../../study/plan.ts';
import type { Study } from '../../study/study.ts';
import { writeParamFile } from '../../tables/index.ts';

/** Files and bytes of a study's uploads, as long as no job is repeated. */
export interface UploadSize {
  readonly files: number;
  readonly bytes: number;
  /** False where the tables of further jobs are taken to be as long, row by row, as those of the first. */
  readonly exact: boolean;
}

/** Runs whose tables are written to be measured; past them a job's size is scaled from the first one's. */
const measuredRuns = 200_000;

/** Inputs, templates and scripts once; each job's param file and case file; the template of the runs' values. */
export async function measureUpload(
  files: LoadedStudy['files'],
  study: Study,
  plan: Plan,
): Promise<UploadSize> {
  const sent = files.filter(({ role }) => role !== 'table' && role !== 'case');
  const sizes = await Promise.all(sent.map(async (file) => (await stat(file.absolutePath)).size));
  const tables = await measureTables(study, plan);
  const template = Buffer.byteLength(inputsTemplateOfStudy(study, plan));
  return {
    files: sent.length + tables.files + 1,
    bytes: sizes.reduce((sum, size) => sum + size, template + tables.bytes),
    exact: tables.exact,
  };
}

async function measureTables(study: Study, plan: Plan): Promise<UploadSize> {
  let [files, bytes, runs, exact] = [0, 0, 0, true];
  for (const job of plan.jobs) {
    const perJob = job.usesCaseFile ? 2 : 1;
    files += perJob;
    if (runs > 0 && runs + job.expectedRuns > measuredRuns) {
      exact = false;
      bytes += Math.round((bytes / runs) * job.expectedRuns);
    } else {
      bytes += await bytesOfTables(study, plan, job);
    }
    runs += job.expectedRuns;
  }
  return { files, bytes, exact };
}

async function bytesOfTables(study: Study, plan: Plan, job: PlannedJob): Promise<number> {
  let bytes = 0;
  const count: ChunkSink = async (chunks) => {
    for await (const chunk of chunks) bytes += Buffer.byteLength(chunk);
  };
  const { paramNames, paramBlocks, caseNames, caseBlocks } = columnsOfParamFile(study, plan, job);
  await writeParamFile(count, paramNames, paramBlocks());
  if (caseNames.length > 0) await writeParamFile(count, caseNames, caseBlocks());
  return bytes;
}
