/** What changes as other studies have run what this one needs too. Pure. */
import type { SharedAnew, SharedRuns } from '../../src/run/plan-summary.ts';
import { withNote, type StudyChange, type StudyLedgerState } from './study-state.ts';
import { withAdded } from './with-added.ts';

/** What is taken over counts as done, and the notes tell it. */
export function onSharedSettled(
  { plan, done, notes }: Pick<StudyLedgerState, 'plan' | 'done' | 'notes'>,
  { reused, awaited, notes: reuseNotes }: SharedRuns,
): StudyChange {
  if (plan === undefined) return { change: {} };
  const taken = reused - (plan.reused ?? 0);
  const change = { plan: { ...plan, reused }, done: done + taken, awaited };
  const before = plan.reuseNotes;
  if (before === undefined || reuseNotes === undefined) return { change };
  const others = notes.filter((note) => !before.includes(note));
  return {
    change: {
      ...change,
      plan: { ...plan, reused, reuseNotes },
      notes: reuseNotes.reduce(withNote, others),
    },
  };
}

/** The study looked anew, as it was amended: what others have of its planned jobs isn't run, and what is left of those is. */
export function onSharedAnew(state: StudyLedgerState, shared: SharedAnew): StudyChange {
  const { change } = onSharedSettled(state, shared);
  if (change.plan === undefined) return { change };
  const { hasAdded, awaited, emptyJobs } = shared;
  return {
    change: {
      ...change,
      plan: {
        ...change.plan,
        ...(emptyJobs === undefined ? {} : { emptyJobs }),
        ...(awaited.runs === 0 ? {} : { sharesAdded: true }),
      },
      ...(hasAdded === true ? { requests: withAdded(state.requests) } : {}),
    },
  };
}
