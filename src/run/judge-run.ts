/**
 * What a run came to, from what is known of it: its marker first, then its outputs; the platform's words only where there is no marker.
 * The one place where a run is judged.
 */
import { differingInput, type RunRow } from './compare-inputs.ts';
import { describeDone, describeReplaced } from './done-message.ts';
import { failureReasons, type FailureReason } from './failure-reason.ts';
import type { JobEnding } from './job-ending.ts';
import {
  type EndedProcess,
  hasFailed,
  parseRunMarker,
  type RunMarker,
  type RunProcess,
} from './run-marker.ts';
import type { OutcomeValue } from './run-outcome.ts';

/** What a run should have been. */
export interface ExpectedRun {
  readonly attemptKey: string;
  readonly processes: readonly RunProcess[];
  readonly row: RunRow;
  readonly runWalltimeSeconds?: number | undefined;
}

/** The platform's own record of a run. */
export interface RunRecord {
  readonly hasStarted: boolean;
  /** When it ended, epoch milliseconds; absent where the record doesn't tell. */
  readonly endedMs?: number;
  /** Inputs and printed values by name, as far as the record has them. */
  readonly values: Readonly<Record<string, string>>;
}

/** What a run's output files gave. */
export interface OutputEvidence {
  /** Which file couldn't be had undamaged, as a sentence. */
  readonly damaged?: string | undefined;
  /** A required output that couldn't be read. */
  readonly unread?: { readonly reason: FailureReason; readonly message: string } | undefined;
  /** Optional outputs that are there but couldn't be read, and why. */
  readonly unreadable?: Readonly<Record<string, string>> | undefined;
  /** Constraints and objectives without a finite value, by name. */
  readonly withoutValue: readonly string[];
  readonly values: Readonly<Record<string, OutcomeValue>>;
}

/** All that is known of one attempt of a run. */
export interface RunEvidence {
  readonly expected: ExpectedRun;
  readonly ending: JobEnding;
  /** Content of the marker's file; undefined where the run left none. */
  readonly marker: string | undefined;
  /** Why the marker that it left couldn't be had, as a sentence. */
  readonly unreadableMarker?: string;
  /** Whether the run left any file. */
  readonly hasFiles: boolean;
  /** `not served` where the platform tells nothing of runs; undefined where it does, but not of this one. */
  readonly record: RunRecord | 'not served' | undefined;
  /** What the platform's log of the job says of it, of a run that left no marker; absent where it says nothing. */
  readonly told?: string | undefined;
  /** Absent until they were asked for. */
  readonly outputs?: OutputEvidence;
}

export interface FailedVerdict {
  readonly status: 'Failed';
  readonly reason: FailureReason;
  readonly message: string;
  readonly exitCode?: number;
  readonly values: Readonly<Record<string, OutcomeValue>>;
}

/** What an attempt came to. */
export type EndedVerdict =
  | FailedVerdict
  | {
      readonly status: 'Done';
      /** Which optional outputs couldn't be read, and what failed unseen; absent where all was as it should be. */
      readonly message?: string;
      readonly values: Readonly<Record<string, OutcomeValue>>;
    };

/** It never began when its study was stopped: there is no attempt that could have ended. */
export interface WithdrawnVerdict {
  readonly status: 'Withdrawn';
}

/** `OutputsWanted`: every process is proven to have ended well, and the outputs decide. */
export type RunVerdict = EndedVerdict | WithdrawnVerdict | { readonly status: 'OutputsWanted' };

/** Judges one attempt of a run. */
export function judgeRun(
  evidence: RunEvidence & { readonly outputs: OutputEvidence },
): EndedVerdict | WithdrawnVerdict;
/** Says `OutputsWanted` where only the outputs can decide and none were read yet. */
export function judgeRun(evidence: RunEvidence): RunVerdict;
/** The one judge behind both. */
export function judgeRun(evidence: RunEvidence): RunVerdict {
  const { outputs, unreadableMarker } = evidence;
  if (unreadableMarker !== undefined) return fail('output-damaged', unreadableMarker);
  const marker = markerOf(evidence);
  if (marker === undefined) return judgeUnproven(evidence);
  const failed = marker.processes.find(hasFailed);
  // The inputs come into the marker with the first command: a pre-process that failed may have kept it from running, or removed their file.
  if (failed !== undefined && Object.keys(marker.inputs).length === 0) {
    return judgeFailed(failed, marker, evidence);
  }
  const hasInputs = marker.processes.some(({ kind }) => kind === 'command');
  const difference = hasInputs ? differenceIn(evidence, marker.inputs) : undefined;
  if (difference !== undefined) return fail('inputs-differ', difference);
  if (failed !== undefined) return judgeFailed(failed, marker, evidence);
  return outputs === undefined ? { status: 'OutputsWanted' } : judgeOutputs(outputs, marker);
}

/**
 * True where the run's own marker proves how it ended, so that only its outputs can still be missing. What SIGTERM ended while its job executes
 * is not proven yet: the job may be on its way to be stopped.
 */
export function isProven(evidence: RunEvidence): boolean {
  const marker = markerOf(evidence);
  return marker !== undefined && !marker.processes.some(endedBySigterm);
}

function markerOf({ marker, expected, ending }: RunEvidence): RunMarker | undefined {
  if (marker === undefined) return undefined;
  const parsed = parseRunMarker(marker, expected.attemptKey, expected.processes);
  // How a process failed that was told to end is the doing of whoever told it.
  if (parsed?.toldToEnd === true && parsed.processes.some(hasFailed)) return undefined;
  // A signal may reach the process and not its wrapper: in its first moments, or where a platform sends it to the process alone.
  const wasEnded = ending.kind !== 'ended' || ending.note !== undefined;
  return wasEnded && parsed?.processes.some(endedBySigterm) === true ? undefined : parsed;
}

/** A shell's code for a process that SIGTERM ended: 128 and the signal's number. */
const sigtermCode = 143;

function endedBySigterm({ exitCode, timedOut }: EndedProcess): boolean {
  return exitCode === sigtermCode && !timedOut;
}

/** Of a stopped run that had begun. */
const stoppedWhileRunning = 'stopped while it ran; what it left is kept in its folder below runs/';

/** Why a run without proof isn't done: never started, stopped, or cut. */
function judgeUnproven({
  ending,
  hasFiles,
  record,
  told,
}: RunEvidence): FailedVerdict | WithdrawnVerdict {
  if (ending.kind === 'deleted') return fail('stopped', 'its job was deleted on the platform');
  const hasStarted = record === 'not served' ? hasFiles : record?.hasStarted === true;
  const words = told === undefined ? undefined : `the platform says: ${told}`;
  if (ending.kind === 'stopped' && words !== undefined && endedBefore(record, ending)) {
    return fail('cut', words);
  }
  if (ending.kind === 'stopped') {
    const hasBegun = hasStarted || hasFiles;
    const isKnown = hasBegun || record !== 'not served' || ending.neverExecuted === true;
    if (isKnown && !hasBegun && ending.byStudy === true) return { status: 'Withdrawn' };
    const how = hasBegun
      ? stoppedWhileRunning
      : isKnown
        ? 'stopped before it started'
        : 'stopped; the platform does not tell whether it had begun';
    return fail('stopped', ending.note === undefined ? how : `${how}: ${ending.note}`);
  }
  const note = [ending.note, words].filter((part) => part !== undefined).join('; ');
  return fail(hasStarted ? 'cut' : 'not-started', note === '' ? undefined : note);
}

/** A run that ended before its job was stopped. Dates alone don't prove it, since a platform may tell late of a stop. */
function endedBefore(record: RunEvidence['record'], { stoppedAtMs }: JobEnding): boolean {
  const endedMs = typeof record === 'object' ? record.endedMs : undefined;
  return endedMs !== undefined && stoppedAtMs !== undefined && endedMs < stoppedAtMs;
}

function differenceIn(
  { expected, record }: RunEvidence,
  inMarker: Readonly<Record<string, string>>,
): string | undefined {
  const marker = {
    values: inMarker,
    source: "the run's marker",
    isComplete: true,
    isDisplay: false,
  };
  const inRecord = typeof record === 'object' ? record.values : {};
  // What the platform's record leaves out proves nothing against the run.
  const platform = {
    values: inRecord,
    source: "the platform's record",
    isComplete: false,
    isDisplay: true,
  };
  return differingInput(expected.row, marker) ?? differingInput(expected.row, platform);
}

function judgeFailed(
  failed: EndedProcess,
  { replaced }: RunMarker,
  { expected }: RunEvidence,
): FailedVerdict {
  const { kind, analysis, exitCode } = failed;
  const say = (reason: FailureReason, message: string): FailedVerdict =>
    fail(reason, [message, ...replaced.map(describeReplaced)].join('; '));
  if (failed.timedOut) {
    const what = kind === 'command' ? '' : `the ${kind} was `;
    return say(
      'timeout',
      `${what}ended by runWalltime after ${expected.runWalltimeSeconds ?? 0} s`,
    );
  }
  const hasSeveral = expected.processes.some((other) => other.analysis > 0);
  const place = hasSeveral ? ` of analysis ${analysis + 1}` : '';
  const message = `the ${kind}${place} ended with exit code ${exitCode}`;
  return { ...say(kind === 'command' ? 'exit-code' : 'process', message), exitCode };
}

function judgeOutputs(outputs: OutputEvidence, { unseen, replaced }: RunMarker): EndedVerdict {
  const { damaged, unread, unreadable = {}, withoutValue, values } = outputs;
  if (damaged !== undefined) return fail('output-damaged', damaged);
  if (unread !== undefined) return { ...fail(unread.reason, unread.message), values };
  if (withoutValue.length === 0) {
    const message = describeDone({ unreadable, unseen, replaced });
    return { status: 'Done', ...(message === undefined ? {} : { message }), values };
  }
  return { ...fail('expression', `no finite value for ${withoutValue.join(', ')}`), values };
}

function fail(reason: FailureReason, message: string | undefined): FailedVerdict {
  const sentence = message ?? failureReasons[reason].sentence;
  return { status: 'Failed', reason, message: sentence, values: {} };
}
