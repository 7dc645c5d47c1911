import { studyEvents, type NotifyChoice, type StudyEventKind } from '../run/study-events.ts';
import type { NotifyTargets } from './target.ts';

/** A target by its name, and of what it is told. */
export interface ChosenTarget {
  readonly name: string;
  readonly on: readonly StudyEventKind[];
}

/** Whom a study tells: those that it names, and those that are told of every study. */
export function chooseTargets(
  choice: NotifyChoice | undefined,
  targets: NotifyTargets,
): readonly ChosenTarget[] {
  const named = (choice?.to ?? []).map((name) => ({ name, on: choice?.on ?? studyEvents }));
  const always = Object.entries(targets)
    .filter(([name, target]) => target.default === true && choice?.to.includes(name) !== true)
    .map(([name]) => ({ name, on: studyEvents }));
  return [...named, ...always];
}
