import type { RecurrenceOrder } from '../../recurrence/index.ts';
import type { Trouble } from '../../run/trouble.ts';
import { studyWorkflowId } from '../../temporal/names.ts';
import type { Engine } from '../engine/open-engine.ts';
import type { Standing } from './read-standing.ts';

/** The newest that are looked at beside those that the schedule follows: one that was triggered isn't followed. */
const newest = 3;

/** What the open occurrences of a schedule wait for, and their studies. @param engine absent where nothing is up: then nothing is known */
export async function readOccurrenceTroubles(
  engine: Engine | undefined,
  order: RecurrenceOrder,
  state: Standing['state'],
): Promise<readonly Trouble[]> {
  if (engine === undefined || state === undefined || state === 'unknown') return [];
  const recent = state.recent.slice(-newest).map(({ workflowId }) => workflowId);
  // Temporal's client takes a third of a second to load: only those pay who need it.
  const { lookAround } = await import('../watch/look-at-flow.ts');
  const { troubles } = await lookAround(engine, {
    workflowIds: [...new Set([...recent.reverse(), ...state.running])],
    // An open study of the name, whoever started it, holds an occurrence up that may wait.
    beside: [studyWorkflowId(order.study.studyName)],
    again: `doeflow schedule trigger ${order.name} --wait`,
  });
  return troubles;
}
