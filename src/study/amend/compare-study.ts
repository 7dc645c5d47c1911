/** What an amended study has different from the one that is under way: by kind, and what of it is refused. Pure. */
import { changedSettings, changedSettingWords } from '../changed-settings.ts';
import type { Plan } from '../plan.ts';
import type { Study } from '../study.ts';
import { amendRules, type AmendmentKind } from './amend-rules.ts';
import { compareRuns } from './compare-runs.ts';

/** One change, in words. */
export interface AmendedSetting {
  readonly kind: AmendmentKind;
  readonly words: string;
}

/** One change that can't be made. */
export interface RefusedSetting {
  readonly words: string;
  readonly why: string;
}

/** All that differs. */
export interface StudyDifference {
  readonly amended: readonly AmendedSetting[];
  readonly refused: readonly RefusedSetting[];
  /** Numbers of the first and the last further run; absent where there is none. */
  readonly added?: { readonly first: number; readonly last: number };
}

/** A study with its plan. */
export interface PlannedSide {
  readonly study: Study;
  readonly plan: Plan;
}

/** Compares the study as it stands with the one that is to take its place. */
export function compareStudy(before: PlannedSide, after: PlannedSide): StudyDifference {
  const amended: AmendedSetting[] = [];
  const refused: RefusedSetting[] = [];
  for (const { path, pick, as } of amendRules) {
    for (const change of changedSettings(path, pick(before.study), pick(after.study))) {
      const words = changedSettingWords(change);
      if (typeof as === 'string') amended.push({ kind: as, words });
      else refused.push({ words, why: as.refused });
    }
  }
  if (
    namesOf(before.study).join('\n') !== namesOf(after.study).join('\n') &&
    refused.length === 0
  ) {
    refused.push({ words: 'variables: another order', why: 'the table has its columns already' });
  }
  // What decides the rows was refused: other rows follow from it.
  if (refused.length > 0) return { amended, refused };
  const runs = compareRuns(before.plan, after.plan);
  const [old, now] = [before.plan.runCount, after.plan.runCount];
  switch (runs.kind) {
    case 'other':
      return { amended, refused: [{ words: `runs: ${old} -> ${now}`, why: whyOther(runs.why) }] };
    case 'fewer':
      return { amended, refused: [{ words: `runs: ${old} -> ${now}`, why: whyFewer(old, now) }] };
    case 'kept':
      if (runs.added === 0) return { amended, refused };
      amended.push({ kind: 'runs', words: `runs: ${old} -> ${now}` });
      return { amended, refused, added: { first: old + 1, last: now } };
  }
}

/** Names of the inputs, whose order is that of the plan's columns. */
function namesOf({ variables }: Study): readonly string[] {
  return variables.flatMap(({ name, type }) =>
    type === 'Param' || type === 'Design' || type === 'Case' ? [name] : [],
  );
}

function whyOther(why: string): string {
  return `${why}: a design grows by further rows alone. Leave what it has as it is, and add a step under \`design\`, such as \`extend: [100]\``;
}

function whyFewer(old: number, now: number): string {
  return `runs ${now + 1} to ${old} would be gone, and the table keeps its rows. Leave the design as it is, and withdraw those that have not begun: doeflow amend STUDY --withdraw ${now + 1}-${old}`;
}
