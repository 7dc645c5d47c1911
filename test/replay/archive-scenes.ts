/** Passes of archives whose histories are kept: one for each turn that a pass and its deletions can take. */
import { setTimeout as delay } from 'node:timers/promises';
import type {
  ArchiveInput,
  ArchiveOrderSummary,
  PassResult,
} from '../../src/run/archive-contract.ts';
import {
  archiveApprovalWorkflowId,
  archivePreviewWorkflowId,
  archiveScheduleId,
  taskQueue,
} from '../../src/temporal/names.ts';
import { decideDeletionsUpdate } from '../../workflows/archive-messages.ts';
import { refusedBy, scriptArchive, type ArchiveScript } from '../workflows/scripted-archive.ts';
import type { StoryStage } from '../workflows/story-stage.ts';

const passTime = '2026-03-29T03:00:00.000Z';
const pace = { heartbeatTimeoutMs: 4_000, listLagMs: 50, retryMs: 200 };
const asking: Partial<ArchiveOrderSummary> = { deleteJobs: true, approve: true };

/** Plays all of them, each under the name that begins its histories. */
export async function playArchives(stage: StoryStage): Promise<void> {
  const { client } = stage.environment;
  const play = async (archive: string, script: ArchiveScript, workflow = 'archiveWorkflow') => {
    stage.host(archive, scriptArchive(script, archive).activities);
    const workflowId =
      workflow === 'archiveWorkflow'
        ? `${archiveScheduleId(archive)}-pass`
        : archivePreviewWorkflowId(archive);
    await client.workflow.execute<(input: ArchiveInput) => Promise<PassResult>>(workflow, {
      workflowId,
      taskQueue,
      args: [{ archive, passTime, pace }],
    });
  };
  const decide = async (archive: string, decision: 'approve' | 'decline') => {
    const approval = client.workflow.getHandle(archiveApprovalWorkflowId(archive));
    const args = [{ passTime, jobs: 20, decision, by: 'ann' }] as const;
    await approval.executeUpdate(decideDeletionsUpdate, { args: [...args] });
    await approval.result();
  };

  await play('deleting', {
    order: { deleteJobs: true },
    selection: { batches: 3, studies: ['beam-1'] },
  });
  await play('losing', {
    selection: { batches: 2, studies: ['beam-1'] },
    before(call) {
      if (call === 'proveJobs 1' || call === 'archiveStudy beam-1') throw refusedBy('damaged');
    },
  });
  await play('approved', { order: asking });
  await decide('approved', 'approve');
  await play('declined', { order: asking });
  await decide('declined', 'decline');
  await play('trying', {}, 'archivePreviewWorkflow');

  // The second of two with one destination waits for the first.
  const shared = { order: { destinationKey: 'shared' } };
  await Promise.all([
    play('first', {
      ...shared,
      before: (call) => (call === 'archiveJobs 1' ? delay(2_000) : undefined),
    }),
    delay(1_000).then(() => play('second', shared)),
  ]);
}
