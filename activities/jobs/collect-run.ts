/** One run: fetches what proves its end and what it answered, and has it judged. */
import type { JobRun, PlatformFile } from '../../src/platform-api/index.ts';
import {
  extractOutputs,
  outputFiles,
  wantedFiles,
  type WantedFiles,
  type RunJudges,
} from '../../src/extract/index.ts';
import {
  explainFailure,
  type EndedVerdict,
  type FailedVerdict,
  type FailureTraces,
  isSilent,
  likelyLogs,
  isProven,
  judgeRun,
  processesOf,
  withoutPrintedOutputs,
  type JobEnding,
  type OutputEvidence,
  type RunEvidence,
  type RunOutcome,
  type SpecRun,
  type WithdrawnVerdict,
} from '../../src/run/index.ts';
import type { JobSpec } from '../../src/store/index.ts';
import type { Plan } from '../../src/study/plan.ts';
import { rowOfRun } from '../../src/study/row-of-run.ts';
import type { Study } from '../../src/study/study.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { fetchRunFiles, nameOfFile, type PatientReading } from './fetch-run-files.ts';
import { hasAllFiles, logName } from './has-all-files.ts';
import { isMarker } from './list-job-files.ts';
import { contentsInRow, recordOf, toldOf } from './platform-evidence.ts';
import { readMarker } from './read-marker.ts';
import type { RunPlace } from './run-place.ts';

/** One attempt of a run to collect, with what is known of it before its files are read. */
export interface RunToCollect {
  readonly study: Study;
  readonly plan: Plan;
  readonly judges: RunJudges;
  /** The later revision whose outputs judge it; undefined: those with which it ran do. */
  readonly judgedWith?: number | undefined;
  readonly spec: JobSpec;
  readonly jobId: string;
  readonly specRun: SpecRun;
  /** Where the run's files go. */
  readonly place: RunPlace;
  readonly ending: JobEnding;
  readonly files: readonly PlatformFile[];
  /** The platform's own record, where runs are served. */
  readonly jobRun: JobRun | undefined;
  readonly runsServed: boolean;
  /** What the platform's log of the job says of the run; only asked of one that left no marker. */
  readonly told: (platformRun: number) => Promise<string | undefined>;
  /** MD5 of what an earlier look collected of the same attempt, by its path in the folder. */
  readonly filesBefore?: Readonly<Record<string, string>> | undefined;
  /** What the run must prove by itself: `all` while its job executes; `files` when its files haven't changed since the look before. */
  readonly mustProve: 'nothing' | 'files' | 'all';
}

/** Largest file in which the cause of a failure is looked for. */
const traceMaxBytes = 1024 * 1024;

type TracedFile = Required<FailureTraces>['others'][number];
/** Of a run with more collected files no hashes are kept: its line of the outcomes would have no bound. */
const mostHashes = 1000;

/**
 * Judges one run; undefined for one that a later look may judge otherwise, and for one that never began when its study was stopped. Never throws for what the run did or for a file that can't be had;
 * only for a platform that refuses to be read.
 */
export async function collectRun(
  dependencies: ActivityDependencies,
  wanted: RunToCollect,
  reading: PatientReading,
): Promise<RunOutcome | undefined> {
  const isEarly = wanted.mustProve !== 'nothing';
  const kept = new Map(Object.entries(wanted.filesBefore ?? {}));
  const inRow = contentsInRow(wanted.jobRun ?? { variables: [] });
  const fetch = (keep: (name: string) => boolean): Promise<string | undefined> =>
    fetchRunFiles(
      dependencies,
      { place: wanted.place, kept, inRow },
      wanted.files.filter((file) => keep(nameOfFile(file))),
      reading,
    );
  const evidence = await readEvidence(dependencies, wanted, reading);
  if (isEarly && !isProven(evidence)) return undefined;
  const verdict = judgeRun(evidence);
  if (verdict.status !== 'OutputsWanted') return end(verdict);
  if (wanted.mustProve === 'all' && !hasAllFiles(wanted.study, wanted)) return undefined;
  const { names, givenUp } = filesWanted();
  const damaged = await fetch((name) => names.has(name));
  if (isEarly && damaged !== undefined) return undefined;
  return end(judgeRun({ ...evidence, outputs: await outputsOf(wanted, damaged) }), givenUp);

  function filesWanted(): WantedFiles {
    return wantedFiles(wanted.study, wanted.files.map(nameOfFile));
  }

  async function end(
    verdict: EndedVerdict | WithdrawnVerdict,
    uncollected: readonly string[] = [],
  ): Promise<RunOutcome | undefined> {
    if (verdict.status === 'Withdrawn') return undefined;
    const told = uncollected.length === 0 ? {} : { uncollected };
    const attempt = describeAttempt(wanted);
    if (verdict.status === 'Done') return { ...attempt, ...told, ...keptFiles(), ...verdict };
    const { reason } = verdict;
    const isLost =
      wanted.ending.lostCluster !== undefined && (reason === 'cut' || reason === 'not-started');
    const lost = isLost ? { lostWithCluster: true as const } : {};
    // What a stopped run has saved is what its stop was to keep.
    const saved = reason === 'stopped' ? filesWanted().names : new Set<string>();
    await fetch((name) => name === logName || saved.has(name));
    const log = withoutPrintedOutputs(await wanted.place.endOf(logName));
    const files = wanted.files.map(nameOfFile);
    const explained = explainFailure(verdict, {
      log,
      files,
      others: await othersThan(log, verdict),
    });
    return {
      ...attempt,
      ...told,
      ...lost,
      ...keptFiles(),
      ...explained,
    };
  }

  /** Where the log tells nothing, the programs may have written to a file of their own. */
  async function othersThan(log: string, verdict: FailedVerdict): Promise<readonly TracedFile[]> {
    if (!isSilent(verdict, log)) return [];
    const small = wanted.files.filter(({ decryptedSize }) => (decryptedSize ?? 0) <= traceMaxBytes);
    const names = likelyLogs(small.map(nameOfFile), outputFiles(wanted.study));
    await fetch((name) => names.includes(name) && !kept.has(name));
    const read = async (name: string): Promise<TracedFile> => ({
      ...{ name, text: await wanted.place.endOf(name) },
    });
    return Promise.all(names.filter((name) => kept.has(name)).map(read));
  }

  function keptFiles(): Pick<RunOutcome, 'files'> {
    return kept.size === 0 || kept.size > mostHashes ? {} : { files: Object.fromEntries(kept) };
  }
}

async function readEvidence(
  dependencies: ActivityDependencies,
  wanted: RunToCollect,
  reading: PatientReading,
): Promise<RunEvidence> {
  const { study, spec, plan, files } = wanted;
  const expected = {
    attemptKey: spec.attemptKey,
    processes: processesOf(study.job.analyses),
    row: { names: plan.columns, values: rowOfRun(wanted.plan, wanted.specRun.run) },
    runWalltimeSeconds: study.job.runWalltimeSeconds,
  };
  return {
    expected,
    ending: wanted.ending,
    ...(await readMarker(dependencies, files.find(isMarker), expected, reading)),
    hasFiles: files.length > 0,
    record: recordOf(wanted),
    ...(await toldOf(wanted)),
  };
}

async function outputsOf(
  wanted: RunToCollect,
  damaged: string | undefined,
): Promise<OutputEvidence> {
  if (damaged !== undefined) return { damaged, withoutValue: [], values: {} };
  const { study, plan, judges, place } = wanted;
  const record = recordOf(wanted);
  const printed =
    typeof record === 'object'
      ? new Map(Object.entries(record.values).filter(([name]) => !plan.columns.includes(name)))
      : undefined;
  const {
    values: outputs,
    failure,
    unreadable,
  } = await extractOutputs(study, {
    folder: place.files,
    postProcess: printed,
  });
  if (failure !== undefined) return { unread: failure, withoutValue: [], values: outputs };
  const row = rowOfRun(wanted.plan, wanted.specRun.run);
  const inputs = Object.fromEntries(plan.columns.map((name, index) => [name, row[index] ?? '']));
  const judged = judges.judge({ ...inputs, ...outputs });
  const values = Object.fromEntries(
    Object.entries(judged.values).filter(([name]) => !plan.columns.includes(name)),
  );
  return { unreadable, withoutValue: judged.failed, values };
}

function describeAttempt({ specRun, jobId, spec, jobRun, judgedWith }: RunToCollect) {
  const startedAt = instantOf(jobRun?.dateStarted);
  const endedAt = instantOf(jobRun?.dateCompleted);
  const elapsed = startedAt && endedAt ? (Date.parse(endedAt) - Date.parse(startedAt)) / 1000 : NaN;
  return {
    run: specRun.run,
    attempt: specRun.attempt,
    jobNumber: spec.jobNumber,
    ...(spec.revision === undefined ? {} : { revision: spec.revision }),
    ...(judgedWith === undefined ? {} : { judgedWith }),
    platformJob: jobId,
    platformRun: specRun.platformRun,
    ...(startedAt ? { startedAt } : {}),
    ...(endedAt ? { endedAt } : {}),
    ...(Number.isFinite(elapsed) ? { elapsedSeconds: elapsed } : {}),
  };
}

/** As all records of runs have it, whatever form the platform's dates take. */
function instantOf(date: string | null | undefined): string | undefined {
  const ms = Date.parse(date ?? '');
  return Number.isNaN(ms) ? (date ?? undefined) : new Date(ms).toISOString();
}
