/** One run of an ended job: its marker first, then its outputs; the platform's words only where the marker is missing. */
import { join } from 'node:path';
import {
  DamagedDownloadError,
  type JobRun,
  type PlatformFile,
} from '../../src/platform-api/index.ts';
import { extractOutputs, wantedFiles } from '../../src/extract/index.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import type { SpecRun } from '../../src/run/spec-run.ts';
import { type JobSpec, safeJoin } from '../../src/store/index.ts';
import { parseRunMarker, type RunMarker, runMarkerName } from '../../src/run/index.ts';
import type { Plan, RunBlock } from '../../src/study/plan.ts';
import type { FailureReason } from '../../src/run/run-state.ts';
import type { Study } from '../../src/study/study.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import type { RunJudges } from '../../src/extract/run-judges.ts';
import { differingInput } from '../../src/run/compare-inputs.ts';
import type { JobEnding } from './describe-ending.ts';

/** What is known of a run before its files are read. */
export interface RunEvidence {
  readonly ending: JobEnding;
  readonly files: readonly PlatformFile[];
  /** The platform's own record, where runs are served. */
  readonly jobRun: JobRun | undefined;
  readonly runsServed: boolean;
  /** The run's row. */
  readonly inputs: RunBlock;
}

export interface RunPlace {
  readonly study: Study;
  readonly plan: Plan;
  readonly judges: RunJudges;
  readonly spec: JobSpec;
  readonly jobId: string;
  readonly specRun: SpecRun;
  /** Where the run's files go. */
  readonly folder: string;
}

const markerMaxBytes = 1024 * 1024;
/** A file that arrives damaged is fetched this often before the run is given up. */
const downloadTries = 3;
const logName = 'process_output.log';

/** Judges one run. Never throws for what the run did; only for a platform that can't be read. */
export async function collectRun(
  dependencies: ActivityDependencies,
  place: RunPlace,
  evidence: RunEvidence,
  run: ActivityRun,
): Promise<RunOutcome> {
  const { study, spec, judges } = place;
  const base = describeRun(place, evidence);
  const fail = async (
    reason: FailureReason,
    message: string,
    exitCode?: number,
  ): Promise<RunOutcome> => {
    await fetchFiles(dependencies, place, evidence.files.filter(isLog), run);
    return {
      ...base,
      status: 'Failed',
      reason,
      message,
      ...(exitCode === undefined ? {} : { exitCode }),
    };
  };

  const marker = await readMarker(dependencies, evidence.files, spec.attemptKey, study, run);
  if (marker === undefined) return fail(...withoutMarker(evidence));
  const row = evidence.inputs.columns.map((column) => column[0] ?? '');
  const difference =
    differingInput(place.plan.columns, row, (name) => marker.inputs[name]) ??
    (evidence.jobRun === undefined
      ? undefined
      : differingInput(place.plan.columns, row, runVariables(evidence.jobRun)));
  if (difference !== undefined) return fail('inputs-differ', difference);
  if (marker.timedOut)
    return fail('timeout', `ended by runWalltime after ${study.job.runWalltimeSeconds ?? 0} s`);
  const exitCode = marker.exitCodes.find((code) => code !== 0);
  if (exitCode !== undefined)
    return fail('exit-code', `the command ended with exit code ${exitCode}`, exitCode);

  const wanted = wantedFiles(study, evidence.files.map(nameOf));
  const damaged = await fetchFiles(
    dependencies,
    place,
    evidence.files.filter((file) => wanted.has(nameOf(file))),
    run,
  );
  if (damaged !== undefined) return fail('output-damaged', damaged);
  const extracted = await extractOutputs(study, {
    folder: place.folder,
    postProcess: postProcessValues(evidence.jobRun, place),
  });
  if (extracted.failure !== undefined) {
    return {
      ...(await fail(extracted.failure.reason, extracted.failure.message)),
      values: extracted.values,
    };
  }
  const judged = judges.judge({ ...inputValues(place.plan, evidence.inputs), ...extracted.values });
  const values = Object.fromEntries(
    Object.entries(judged.values).filter(([name]) => !place.plan.columns.includes(name)),
  );
  if (judged.failed.length > 0) {
    return {
      ...(await fail('expression', `no finite value for ${judged.failed.join(', ')}`)),
      values,
    };
  }
  return { ...base, status: 'Done', values };

  function isLog(file: PlatformFile): boolean {
    return nameOf(file) === logName;
  }

  function runVariables({ variables }: JobRun): (name: string) => string | undefined {
    return (name) => {
      const variable = variables.find((one) => one.name === name);
      const value = variable?.displayValue ?? variable?.value;
      return value == null ? undefined : String(value);
    };
  }

  function postProcessValues(
    jobRun: JobRun | undefined,
    { plan }: RunPlace,
  ): ReadonlyMap<string, string> | undefined {
    if (jobRun === undefined) return undefined;
    const outputs = jobRun.variables.filter(({ name }) => !plan.columns.includes(name));
    return new Map(
      outputs.flatMap(({ name, value, displayValue }) => {
        const text = displayValue ?? value;
        return text == null ? [] : [[name, String(text)] as const];
      }),
    );
  }
}

function nameOf(file: PlatformFile): string {
  return file.relativePath ?? file.name;
}

function describeRun({ specRun, jobId, spec }: RunPlace, { jobRun }: RunEvidence) {
  const startedAt = jobRun?.dateStarted ?? undefined;
  const endedAt = jobRun?.dateCompleted ?? undefined;
  const elapsed = startedAt && endedAt ? (Date.parse(endedAt) - Date.parse(startedAt)) / 1000 : NaN;
  return {
    run: specRun.run,
    attempt: specRun.attempt,
    jobNumber: spec.jobNumber,
    platformJob: jobId,
    platformRun: specRun.platformRun,
    values: {},
    ...(startedAt ? { startedAt } : {}),
    ...(endedAt ? { endedAt } : {}),
    ...(Number.isFinite(elapsed) ? { elapsedSeconds: elapsed } : {}),
  };
}

/** Why a run without proof isn't done: never started, stopped, or cut. */
function withoutMarker({
  ending,
  files,
  jobRun,
  runsServed,
}: RunEvidence): [FailureReason, string] {
  if (ending.kind === 'deleted') return ['stopped', 'its job was deleted on the platform'];
  const started = runsServed ? jobRun?.dateStarted != null : files.length > 0;
  if (ending.kind === 'stopped')
    return ['stopped', started ? 'stopped while it ran' : 'stopped before it started'];
  if (!started) return ['not-started', ending.note ?? 'the platform never started it'];
  return ['cut', ending.note ?? 'it left no marker: its process was ended from outside'];
}

async function readMarker(
  { platform }: ActivityDependencies,
  files: readonly PlatformFile[],
  attemptKey: string,
  study: Study,
  { signal }: ActivityRun,
): Promise<RunMarker | undefined> {
  const file = files.find((one) => nameOf(one) === runMarkerName);
  if (file === undefined) return undefined;
  const content = await platform.files.read(file, { signal, maxBytes: markerMaxBytes });
  return parseRunMarker(content.toString('utf8'), attemptKey, study.job.analyses.length);
}

/** Downloads into the run's folder; a file that is there has been checked. Returns a sentence when one can't be had undamaged. */
async function fetchFiles(
  { platform, failpoint }: ActivityDependencies,
  { folder }: RunPlace,
  files: readonly PlatformFile[],
  { signal }: ActivityRun,
): Promise<string | undefined> {
  for (const file of files) {
    const target = await safeJoin(folder, nameOf(file), join('unnamed', file.id));
    for (let tries = 1; ; tries += 1) {
      try {
        await platform.files.download(file, target, { signal, fsync: false });
        break;
      } catch (error) {
        if (!(error instanceof DamagedDownloadError)) throw error;
        if (tries >= downloadTries) return error.message;
      }
    }
    await failpoint('download-middle');
  }
  return undefined;
}

function inputValues(plan: Plan, block: RunBlock): Record<string, number | string> {
  return Object.fromEntries(
    plan.columns.map((name, index) => [name, block.columns[index]?.[0] ?? '']),
  );
}
