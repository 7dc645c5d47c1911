import type { StudyEventKind } from '../run/study-events.ts';

/** What is told of a study: small, without inputs and without any token. Fields are only ever added. */
export interface StudyEvent {
  readonly formatVersion: 1;
  /** The same for every repeat of one event: who gets it twice drops the second. */
  readonly id: string;
  /** `recovered`: what was told as `stuck` or `trouble` is over. */
  readonly event: StudyEventKind | 'recovered' | 'test';
  /** When it was noticed; ISO 8601, UTC. */
  readonly at: string;
  readonly studyId: string;
  readonly name: string;
  /** The study's, such as `Running`, `Paused` or `Finished`. */
  readonly state: string;
  /** All of it in one sentence. */
  readonly words: string;
  readonly runs: {
    readonly total: number;
    readonly done: number;
    readonly failed: number;
    /** By a person or a guard. */
    readonly stopped: number;
    readonly submitted: number;
  } | null;
  /** An estimate, as `doeflow status` has it. */
  readonly cost: {
    readonly low: number | null;
    readonly high: number | null;
    readonly currency: string | null;
  } | null;
  /** The folder with the readable copy of the results; of a study that has ended. */
  readonly results: string | null;
  /** What a person can do. */
  readonly whatToDo: string | null;
  /** The study's last notes. */
  readonly notes: readonly string[];
  /** To look further. */
  readonly commands: readonly string[];
}

/** An event that says only that it is a test. */
export function testEvent(id: string, at: Date): StudyEvent {
  return {
    formatVersion: 1,
    id: `test/${id}`,
    event: 'test',
    at: at.toISOString(),
    studyId: 'test',
    name: 'test',
    state: 'Finished',
    words: 'This is a test of doeflow: no study has changed.',
    runs: { total: 2, done: 2, failed: 0, stopped: 0, submitted: 0 },
    cost: { low: null, high: null, currency: null },
    results: null,
    whatToDo: null,
    notes: [],
    commands: ['doeflow notify list'],
  };
}
