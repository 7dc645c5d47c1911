/** How `reap` hears whether open workflows answer, and what a platform says to the end of a cluster. */
import { askInTime, isOutage } from '../../look/look-at-study.ts';
import { clusterNotEndedCode } from '../../run/cures.ts';
import type { AnsweredLook } from '../../reaper/index.ts';
import { progressName } from '../../temporal/names.ts';
import type { Engine } from '../engine/open-engine.ts';
import { lookAround } from '../watch/look-at-flow.ts';

/** A worker that has just started, or is busy, may take longer than one question waits. */
const mostQuestions = 3;

/** Asks by this engine. */
export function answeredLook(engine: Engine): AnsweredLook {
  const { workflow } = engine.temporalClient;
  return {
    async isAnswering(workflowId) {
      for (let asked = 1; ; asked += 1) {
        try {
          await askInTime(engine, () => workflow.getHandle(workflowId).query(progressName));
          return true;
        } catch (error) {
          // One that says no, or has closed meanwhile, is no silence.
          if (!isOutage(error)) return true;
          if (asked >= mostQuestions) return false;
        }
      }
    },
    async refusedEnd(workflowId) {
      const look = { workflowIds: [workflowId], beside: [], again: 'doeflow reap' };
      const { troubles } = await lookAround(engine, look);
      return troubles.find(({ code }) => code === clusterNotEndedCode);
    },
  };
}
