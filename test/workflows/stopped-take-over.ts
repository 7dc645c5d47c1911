/** A study that is stopped while the third workflow that takes over its job still waits before it begins. */
import { progressQuery, stopStudyUpdate } from '../../workflows/messages.ts';
import { loseWorkflows } from './given-up.ts';
import { cutShort } from './scripted-activities.ts';
import type { Scene } from './story-stage.ts';

/** That wait takes six minutes at this pace: nobody sits it out. */
const pace = { heartbeatTimeoutMs: 1_000, listLagMs: 50, retryMs: 3_000 };

/** @param name also the study's id */
export function stoppedTakeOver(name: string): Scene {
  return {
    ...{ name, input: { pace } },
    script: { ...cutShort, plan: { cluster: { kind: 'own', name: 'beams' } } },
    async during(handle) {
      const terminate = async (id: string): Promise<void> =>
        void (await handle.client.getHandle(id).terminate('by a scene'));
      const look = () => handle.query(progressQuery);
      await loseWorkflows({ studyId: name, look, terminate }, 3);
      await handle.executeUpdate(stopStudyUpdate, { args: [{ mode: 'force' }] });
    },
  };
}
