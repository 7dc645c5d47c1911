/**
 * What delays a study without ending it: what is waited for, since when, and what a person can do. Activities show it in
 * their heartbeats, jobs in their progress, the command line reads both.
 */
import { byItself, cureOf, endIt, lostStepCode, type Cure } from './cures.ts';

/** One thing that is waited for. */
export interface Trouble {
  /** Completes "waiting for …". */
  readonly waitingFor: string;
  /** When it began, ISO 8601. */
  readonly since: string;
  /** Failed tries so far; 0 where a first try hasn't been answered yet. */
  readonly attempts: number;
  /** What the latest try said. */
  readonly lastError: string;
  /** The error's stable code, such as `API_CONNECTION` or `ENOSPC`. */
  readonly code: string;
  /** What a person can do, as a sentence. */
  readonly whatToDo: string;
}

/** The trouble of an error that nobody knows a cure for: it is tried again all the same. */
const unknownCure: Cure = {
  waitingFor: 'a step that fails',
  whatToDo: `It is tried again. If it stays, look at the worker’s log, or ${endIt}`,
  wait: 'short',
};

/** A home folder that the system refuses: the parts that doeflow starts can't work, and only a person mends it. @param areUp they wait for that, and go on by themselves */
export function homeTrouble(
  { code, message }: { readonly code: string; readonly message: string },
  since: string,
  areUp: boolean,
): Trouble {
  const { waitingFor } = cureOf(code) ?? unknownCure;
  return {
    waitingFor: `${waitingFor} of doeflow’s own folder`,
    since,
    attempts: 1,
    lastError: message,
    code,
    whatToDo: `Mend what the error says (where the disk is full, free space on it), as doeflow can’t; ${
      areUp
        ? byItself
        : 'then give doeflow watch with the study’s name: parts that have ended come back with that, and not by themselves'
    }`,
  };
}

/** Temporal doesn't answer who asks it. @param embedded it is our own server, which is started again by itself */
export function temporalTrouble(what: {
  readonly lastError: string;
  readonly since: string;
  readonly embedded: boolean;
}): Trouble {
  return {
    waitingFor: 'Temporal, which does not answer',
    since: what.since,
    attempts: 1,
    lastError: what.lastError,
    code: 'TEMPORAL_UNREACHABLE',
    whatToDo: what.embedded
      ? startedAgain
      : `Check that the Temporal cluster is up and that this machine reaches it (doeflow doctor); ${byItself}`,
  };
}

/** The local platform's runner was stopped by a signal: nothing of it moves, and nobody starts another one beside it. */
export function stoppedRunnerTrouble(pid: number, since: string): Trouble {
  return {
    waitingFor: 'the local platform’s runner, which was stopped',
    since,
    attempts: 1,
    lastError: `process ${pid} was stopped by a signal (SIGSTOP), as a run may do; no run is started, ended or collected meanwhile`,
    code: 'RUNNER_STOPPED',
    whatToDo: `Have it go on: kill -CONT ${pid}; ${byItself}`,
  };
}

/** What a person does about a part that doeflow itself keeps up. */
export const startedAgain = `Nothing: doeflow starts it again, and ${byItself}`;

/** Characters of an error that are kept: heartbeats and signals stay small. */
const longestError = 500;
/** Characters of any text of a trouble that is read. */
const longestText = 4 * longestError;
/** ISO 8601 in UTC, which sorts as text. */
const timeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/u;

/** A trouble of an error's code and message; `earlier` is the same trouble before, whose beginning counts. */
export function troubleOf(
  failure: { readonly code: string; readonly message: string; readonly attempts?: number },
  now: string,
  earlier?: Trouble,
): Trouble {
  const { waitingFor, whatToDo } = cureOf(failure.code) ?? unknownCure;
  const isSame = earlier?.waitingFor === waitingFor;
  const begun = earlier !== undefined && isSame ? earlier : undefined;
  return {
    waitingFor,
    since: begun?.since ?? now,
    attempts: failure.attempts ?? (begun?.attempts ?? 0) + 1,
    lastError: failure.message.slice(0, longestError),
    code: failure.code,
    whatToDo,
  };
}

/** The trouble inside heartbeat details `{ trouble }`; undefined for whatever else stands there, of a newer or older engine. */
export function readTrouble(detail: unknown): Trouble | undefined {
  const value = isRecord(detail) ? detail['trouble'] : undefined;
  return isTrouble(value) ? value : undefined;
}

/** True for a whole trouble, of the lengths that an engine writes. */
export function isTrouble(value: unknown): value is Trouble {
  return (
    isRecord(value) &&
    Number.isSafeInteger(value['attempts']) &&
    Number(value['attempts']) >= 0 &&
    ['waitingFor', 'since', 'lastError', 'code', 'whatToDo'].every(
      (name) => typeof value[name] === 'string' && value[name].length <= longestText,
    ) &&
    timeForm.test(String(value['since'])) &&
    !Number.isNaN(Date.parse(String(value['since'])))
  );
}

/** One entry for each thing that is waited for: since the first, with the error of the latest. */
export function mergeTroubles(troubles: readonly Trouble[]): readonly Trouble[] {
  const merged = new Map<string, Trouble>();
  for (const trouble of troubles) {
    const other = merged.get(trouble.waitingFor);
    merged.set(trouble.waitingFor, other === undefined ? trouble : joined(other, trouble));
  }
  return [...merged.values()].sort((a, b) => Date.parse(a.since) - Date.parse(b.since));
}

/** The code of the trouble that no worker answers. */
export const noWorkerCode = 'NO_WORKER';

/** Where no worker answers, that a step has lost its worker says nothing more. */
export function withoutLostSteps(troubles: readonly Trouble[]): readonly Trouble[] {
  const isSilent = troubles.some(({ code }) => code === noWorkerCode);
  return isSilent ? troubles.filter(({ code }) => code !== lostStepCode) : troubles;
}

function joined(one: Trouble, other: Trouble): Trouble {
  const [first, later] =
    Date.parse(one.since) <= Date.parse(other.since) ? [one, other] : [other, one];
  return { ...later, since: first.since, attempts: Math.max(one.attempts, other.attempts) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
