/** Who may be told of an occurrence that moved, and what. */
import type { Comparison } from './compare-results.ts';
import type { OccurrenceResult } from './recurrence-layout.ts';

/** Most responses that are told of. */
const mostTold = 20;

/** What is sent: small, without inputs and without any secret. */
export interface Notification {
  readonly schedule: string;
  readonly study: string;
  readonly studyId: string;
  readonly passTime: string;
  readonly state: string;
  readonly comparison: OccurrenceResult['comparison'];
  readonly moved: number;
  readonly comparedWith: string | null;
  readonly notes: readonly string[];
  readonly responses: readonly {
    readonly response: string;
    readonly compared: number;
    readonly moved: number;
  }[];
}

/** What is told of an occurrence. */
export function notificationOf(
  names: { readonly schedule: string; readonly study: string },
  result: Pick<
    OccurrenceResult,
    'studyId' | 'passTime' | 'state' | 'comparison' | 'moved' | 'comparedWith' | 'notes'
  >,
  comparison: Pick<Comparison, 'responses'> | undefined,
): Notification {
  const { studyId, passTime, state, moved, notes } = result;
  return {
    ...names,
    studyId,
    passTime,
    state,
    comparison: result.comparison,
    moved,
    comparedWith: result.comparedWith?.studyId ?? null,
    notes,
    responses: (comparison?.responses ?? [])
      .filter((response) => response.moved > 0)
      .slice(0, mostTold)
      .map((response) => ({
        response: response.response,
        compared: response.compared,
        moved: response.moved,
      })),
  };
}
