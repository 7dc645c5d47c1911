/** What there is to tell of a study, by what is seen of it and what was told before. Pure. */
import type { StudyProgress } from '../run/messages.ts';
import { isStudyOver } from '../run/run-state.ts';
import type { Trouble } from '../run/trouble.ts';
import type { FoundEvent } from './read-events.ts';

/** A wait is told once it has lasted so long. */
export const longWaitMs = 5 * 60_000;

/** What is seen of a study. */
export interface StudySight {
  /** Absent where nobody could be asked. */
  readonly progress?: StudyProgress | undefined;
  /** What it waits for, each since its first sight. */
  readonly troubles: readonly Trouble[];
  /** Looked at for so long that what isn't seen any more is over. */
  readonly isSettled: boolean;
}

/** Something that is to be told. */
export type News =
  | { readonly kind: 'finished' | 'paused'; readonly key: string; readonly progress: StudyProgress }
  | { readonly kind: 'stuck' | 'trouble'; readonly key: string; readonly trouble: Trouble };

/** What begins, and what of the events before is over. */
export interface NewsOfLook {
  readonly begun: readonly News[];
  readonly over: readonly FoundEvent[];
}

/** What one look adds to the events of a study: each is told once as long as it lasts. */
export function newsOf(
  { progress, troubles, isSettled }: StudySight,
  events: readonly FoundEvent[],
  now: Date,
): NewsOfLook {
  const open = events.filter((one) => !one.isOver && !isRecovery(one));
  const waits = troubles
    .filter(({ since }) => now.getTime() - Date.parse(since) >= longWaitMs)
    .map((trouble): News => ({ kind: kindOfTrouble(trouble), key: trouble.waitingFor, trouble }));
  const current = [...newsOfState(progress), ...(hasEnded(progress) ? [] : waits)];
  const isSame = (one: FoundEvent, { kind, key }: News): boolean =>
    one.kind === kind && one.key === key;
  return {
    begun: current.filter((news) => !open.some((one) => isSame(one, news))),
    over: open.filter((one) => {
      if (current.some((news) => isSame(one, news))) return false;
      const isWait = one.kind === 'stuck' || one.kind === 'trouble';
      if (hasEnded(progress)) return one.kind !== 'finished';
      if (!isWait) return progress !== undefined;
      return isSettled && !troubles.some(({ waitingFor }) => waitingFor === one.key);
    }),
  };
}

/** What was told as a wait and is over is told too, unless the study's end says it all. */
export function isToldWhenOver({ kind }: FoundEvent, progress: StudyProgress | undefined): boolean {
  return (kind === 'stuck' || kind === 'trouble') && !hasEnded(progress);
}

/** The platform's trouble heals on the platform; all else that is waited for stands here, and somebody has to look at it. */
export function kindOfTrouble({ code }: Pick<Trouble, 'code'>): 'stuck' | 'trouble' {
  return /^(?:API|JOB|CLUSTER)_|^(?:SUBMIT_NOT_SHOWN|STOP_REFUSED|PLATFORM_DIFFERS)$/u.test(code)
    ? 'trouble'
    : 'stuck';
}

function newsOfState(progress: StudyProgress | undefined): readonly News[] {
  if (progress === undefined) return [];
  if (isStudyOver(progress.state)) return [{ kind: 'finished', key: progress.state, progress }];
  return progress.state === 'Paused' ? [{ kind: 'paused', key: progress.activity, progress }] : [];
}

function hasEnded(progress: StudyProgress | undefined): boolean {
  return progress !== undefined && isStudyOver(progress.state);
}

function isRecovery({ event }: FoundEvent): boolean {
  return event.event === 'recovered';
}
