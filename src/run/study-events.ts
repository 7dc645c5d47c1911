/** What people can be told of a study: its end, a pause, a wait that only a person ends, trouble on the platform with its end. */
export const studyEvents = ['finished', 'paused', 'stuck', 'trouble'] as const;

/** One of {@link studyEvents}. */
export type StudyEventKind = (typeof studyEvents)[number];

/** Who is told of a study, and of what. Targets are names: what stands behind them is the worker's own business. */
export interface NotifyChoice {
  readonly to: readonly string[];
  readonly on: readonly StudyEventKind[];
}
