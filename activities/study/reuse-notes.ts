/** What a study's reader is told of runs that other studies have. */
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import type { PassedOver, ReusedRun } from '../../src/store/index.ts';

/** Studies that a note names. */
const shown = 3;

/** Sentences on what was reused, what couldn't be, and what was waited for in vain, as the records have it now. */
export function reuseNotes(
  outcomes: readonly RunOutcome[],
  chosen: readonly ReusedRun[],
): readonly string[] {
  const taken = new Set(outcomes.map(({ run }) => run));
  const passed = chosen.filter(({ run }) => !taken.has(run));
  const refused = passed.flatMap((one) => {
    if (one.kind === 'taken') return [{ run: one.run, studyId: one.from.studyId }];
    if (one.kind !== 'refused') return [];
    return [{ run: one.run, studyId: one.refused[0]?.studyId ?? '' }];
  });
  const givenUp = passed.flatMap((one) => (one.kind === 'givenUp' ? [one.givenUp] : []));
  const notes: string[] = [];
  if (outcomes.length > 0) {
    notes.push(
      `${runsOf(outcomes.length)} not run again, and not paid for: finished runs with the same inputs, files, commands and software stand for them, of ${listOf(outcomes.flatMap(({ reusedFrom }) => reusedFrom?.studyId ?? []))}`,
    );
  }
  if (refused.length > 0) {
    const studies = new Map(refused.map(({ run, studyId }) => [run, studyId]));
    notes.push(
      `${runsOf(studies.size)} run although there are finished ones with the same key, as what is kept of those was changed, is gone, or lacks an output that this study reads: in ${listOf([...studies.values()])}`,
    );
  }
  for (const [why, ofThose] of groupByWhy(givenUp)) {
    notes.push(
      `${runsOf(ofThose.length)} run here, although another study was to run them: ${why}: ${listOf(ofThose.map(({ studyId }) => studyId))}`,
    );
  }
  return notes;
}

function groupByWhy(passed: readonly PassedOver[]): ReadonlyMap<string, readonly PassedOver[]> {
  const groups = new Map<string, readonly PassedOver[]>();
  for (const one of passed) groups.set(one.why, [...(groups.get(one.why) ?? []), one]);
  return groups;
}

function runsOf(count: number): string {
  return count === 1 ? '1 run is' : `${count} runs are`;
}

function listOf(studyIds: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const studyId of studyIds) counts.set(studyId, (counts.get(studyId) ?? 0) + 1);
  const most = [...counts].sort(([, a], [, b]) => b - a);
  const named = most.slice(0, shown).map(([studyId, count]) => `${studyId} (${count})`);
  return `${named.join(', ')}${most.length > shown ? ', …' : ''}`;
}
