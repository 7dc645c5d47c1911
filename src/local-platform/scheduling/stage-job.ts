import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseTemplate } from '../../templates/index.ts';
import type { PlatformContext } from '../context.ts';
import { findCluster } from '../database/cluster-store.ts';
import { changeJob, type JobRow } from '../database/job-store.ts';
import { insertRun } from '../database/run-store.ts';
import { jobFolder, type JobFolder } from '../job-folder.ts';
import { fileIdsOf } from '../job-files.ts';
import type { ResourceFilter } from '../job-record.ts';
import type { RunnerJob, JobStep, OutputRule, RunLine } from '../protocol.ts';
import { renameDurably } from '../../files/index.ts';
import { removeJobFolder } from './remove-of-runs.ts';
import { handOverJob } from './hand-over-job.ts';
import { expandRuns } from './expand-runs.ts';
import type { StagedRecord } from './rebuild-index.ts';
import { inputFile, stageInputs } from './stage-inputs.ts';

/** Runs are written and their rows made this many at a time, so that a large job doesn't hold up the others. */
const runsPerWrite = 1000;

/**
 * Makes a job's folder: inputs unpacked, templates checked, runs listed, `job.json` last. A folder that has its `job.json` is left as
 * it is, so this may be done again after a kill.
 *
 * @throws Error when an archive, a template or a table can't be used, or all of it takes longer than the limit; the job then fails
 * with that reason, and nothing of its folder is left.
 */
export async function stageJob(context: PlatformContext, job: JobRow): Promise<void> {
  const folder = jobFolder(context.dataFolder, job.id);
  const aside = `${folder.root}.aside`;
  if (await exists(folder.spec)) return;
  await rm(aside, { recursive: true, force: true });
  await removeJobFolder(context, folder);
  const { stagingMs } = context.settings.limits;
  const signal = AbortSignal.timeout(stagingMs);
  try {
    // Whatever may hang, the job doesn't.
    await Promise.race([makeFolder(context, job, aside, signal), rejectAt(signal, stagingMs)]);
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw error;
  }
  const { runUser } = context.settings;
  if (runUser !== undefined) handOverJob(aside, runUser);
  await renameDurably(aside, folder.root);
}

function rejectAt(signal: AbortSignal, afterMs: number): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () =>
      reject(new Error(`The job's input files could not be prepared within ${afterMs / 1000} s`)),
    );
  });
}

async function makeFolder(
  context: PlatformContext,
  job: JobRow,
  aside: string,
  signal: AbortSignal,
): Promise<void> {
  const folder = jobFolder(context.dataFolder, job.id);
  const making = { ...folder, ...asideFolder(folder, aside) };
  await mkdir(making.stage, { recursive: true });
  await mkdir(making.templates, { recursive: true });
  const templates: { source: string; target: string }[] = [];
  for (const analysis of job.record.jobanalyses) {
    await stageInputs(context, making.stage, analysis, signal);
    for (const task of analysis.templateTasks) {
      const source = `${templates.length}`;
      const file = inputFile(context, task.templateFile);
      const text = await readText(join(context.dataFolder, file.storedPath));
      parseTemplate(text, { file: file.name });
      await writeFile(join(making.templates, source), text);
      templates.push({ source, target: task.processedFilename });
    }
  }
  await writeRuns(context, job, making.runLines, signal);
  const spec = makeSpec(context, job, templates);
  await writeFile(making.record, JSON.stringify(describeStaged(context, job)), { flush: true });
  await writeFile(making.spec, JSON.stringify(spec), { flush: true });
}

function asideFolder(folder: JobFolder, aside: string): Partial<JobFolder> {
  const moved = (path: string): string => path.replace(folder.root, aside);
  return {
    spec: moved(folder.spec),
    record: moved(folder.record),
    stage: moved(folder.stage),
    templates: moved(folder.templates),
    runLines: moved(folder.runLines),
  };
}

function describeStaged(context: PlatformContext, job: JobRow): StagedRecord {
  const { createdAt, inputBytes, record } = job;
  const files = fileIdsOf(record).map((id) => inputFile(context, id));
  return { createdAt, inputBytes, record: { ...record, projectId: job.projectId }, files };
}

async function writeRuns(
  context: PlatformContext,
  job: JobRow,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const file = await open(path, 'w');
  try {
    let batch: RunLine[] = [];
    const flush = async (): Promise<void> => {
      const runs = batch;
      batch = [];
      const lines = await context.database.write(() => {
        for (const { run, values } of runs) insertRun(context.database, job.id, run, values);
        changeJob(context.database, job.id, { runs_made: runs.at(-1)?.run ?? 0 });
        return context.faults.active ? runs.map((line) => planFault(context, job, line)) : runs;
      });
      await file.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    };
    for await (const line of expandRuns(context, job.record)) {
      signal.throwIfAborted();
      batch.push(line);
      if (batch.length >= runsPerWrite) await flush();
    }
    if (batch.length > 0) await flush();
    await file.sync();
  } finally {
    await file.close();
  }
}

function planFault(context: PlatformContext, job: JobRow, line: RunLine): RunLine {
  const fault = context.faults.forRun(job.record.name, line.run);
  return fault === undefined ? line : { ...line, fault };
}

function makeSpec(
  context: PlatformContext,
  job: JobRow,
  templates: RunnerJob['templates'],
): RunnerJob {
  const { record } = job;
  const hardware = record.jobanalyses[0]?.hardware;
  const cluster =
    job.clusterId === null ? undefined : findCluster(context.database, job.clusterId)?.record;
  const slots = cluster?.hardware.slots ?? hardware?.slots ?? 1;
  const coresPerSlot = cluster?.hardware.coresPerSlot ?? hardware?.coresPerSlot ?? 1;
  const walltimeHours = hardware?.walltime ?? null;
  const { logBytes, fileBytes, runBytes } = context.settings.limits;
  return {
    jobId: job.id,
    pool: { id: cluster === undefined ? job.id : `cluster-${job.clusterId ?? ''}`, slots },
    slots: cluster === undefined ? slots : Math.min(slots, hardware?.slots ?? slots),
    coresPerSlot,
    walltimeMs: walltimeHours === null ? null : walltimeHours * context.settings.hourMs,
    environment: {
      ...Object.assign({}, ...record.jobanalyses.map(({ envVars }) => envVars)),
      RESCALE_JOB_ID: job.id,
      RESCALE_CORES_PER_SLOT: String(coresPerSlot),
      RESCALE_NODES_PER_SLOT: '1',
      RESCALE_USE_MPI: record.jobanalyses.some(({ useMpi }) => useMpi) ? '1' : '0',
    },
    steps: record.jobanalyses.map((analysis): JobStep => ({
      preProcess: analysis.preProcessScriptCommand,
      command: analysis.command,
      postProcess: analysis.postProcessScriptCommand,
    })),
    templates,
    dryRun: record.isTemplateDryRun,
    outputRules: record.resourceFilters.map(outputRule),
    limits: { logBytes, fileBytes, runBytes, graceMs: context.settings.graceMs },
  };
}

function outputRule(filter: ResourceFilter): OutputRule {
  const defaults: Readonly<Record<string, string>> = {
    'Analysis generated files': 'generated',
    'Completed templates': 'templates',
    'Input files': 'inputs',
  };
  return {
    selector: defaults[filter.selector] ?? filter.selector,
    include: filter.include,
    caseSensitive: filter.caseSensitive,
  };
}

async function readText(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size > 50_000_000)
      throw new Error(`Expected a template of at most 50 MB, got ${size} bytes`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await (await open(path, 'r')).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
