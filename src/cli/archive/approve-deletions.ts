import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import type { Command } from 'commander';
import {
  decideDeletionsUpdate,
  deletionProposalQuery,
} from '../../../workflows/archive-messages.ts';
import { archiveLayout } from '../../archive/index.ts';
import { UsageError } from '../../errors.ts';
import type { ApprovalResult, DeletionProposal } from '../../run/archive-contract.ts';
import { archiveApprovalWorkflowId, archiveIntoWorkflowId } from '../../temporal/names.ts';
import { requireTyped } from '../ask.ts';
import type { CommandContext } from '../context.ts';
import { countOf, formatBytes, subjectOf } from '../format-quantities.ts';
import { parseCount } from '../parse-arguments.ts';
import { keyOfArchive } from './archive-order.ts';
import { askOpenWorkflow } from './ask-open-workflow.ts';
import { requireNotPaused } from './require-not-paused.ts';
import { readPassFailures } from './pass-failures.ts';
import { resultOf, showResult } from './pass-result.ts';
import { requireStaying, withArchive } from './with-archive.ts';

interface ApproveOptions {
  readonly decline?: boolean;
  readonly jobs?: number;
  readonly wait?: boolean;
  readonly yes?: boolean;
}

/** `doeflow archive approve`: a person's word about deletions that wait for it. */
export function defineApprove(command: Command, context: CommandContext): void {
  command
    .argument('<name>', 'name of the archive')
    .option('--decline', 'say no: the jobs stay; a later pass asks again')
    .option('--jobs <n>', 'only if exactly this many jobs wait to be deleted', parseCount)
    .option('--wait', 'wait until the jobs are deleted')
    .option('-y, --yes', 'do not ask for confirmation')
    .action(async (name: string, options: ApproveOptions) => {
      const decision = options.decline === true ? 'decline' : 'approve';
      const waits = options.wait === true || decision === 'decline';
      await requireStaying(context, waits, `doeflow archive approve ${name}, or add --wait`);
      await withArchive(context, name, async (engine, order) => {
        if (decision === 'approve') await requireNotPaused(engine.store, name);
        const workflowId = archiveApprovalWorkflowId(name);
        const asked = await askOpenWorkflow<DeletionProposal>(
          engine,
          workflowId,
          deletionProposalQuery.name,
        );
        if (asked === 'silent') throw nobodyTells(name, engine.embedded);
        if (asked?.state !== 'waiting') throw nothingWaits(name, asked?.state);
        const proposal = asked;
        const { passTime, plan, destination } = proposal;
        if (options.jobs !== undefined && options.jobs !== plan.jobs) {
          throw new UsageError(
            'USAGE_OTHER_PROPOSAL',
            `${subjectOf(plan.jobs, 'job', 'wait')} to be deleted, not ${options.jobs}`,
            { exitCode: 5, hint: `See them: doeflow archive show ${name}` },
          );
        }
        if (decision === 'approve' && options.yes !== true) {
          await requireTyped(
            context,
            `This deletes ${countOf(plan.jobs, 'job')} (${formatBytes(plan.bytes)}) on the platform for good. Each was proven to be in ${destination}, and its copy is read once more before. Comments on a job go with it: the platform lets nobody read them, so they aren’t archived.`,
            name,
          );
        }
        const handle =
          engine.temporalClient.workflow.getHandle<() => Promise<ApprovalResult>>(workflowId);
        const by = userInfo().username;
        const word = { passTime, jobs: plan.jobs, decision, by } as const;
        // In the store first: what anybody else tells the workflow counts for nothing.
        const ticket = randomUUID();
        const folder = engine.store.standingOrder('archives', name);
        await folder.create(archiveLayout.word(ticket), word);
        await refusalAsUsage(() =>
          handle.executeUpdate(decideDeletionsUpdate, { args: [{ ...word, ticket }] }),
        );
        if (decision === 'approve' && options.wait === true) {
          context.output.note(`Approved: deleting ${countOf(plan.jobs, 'job')}.`);
          const { waitForFlow } = await import('../watch/wait-for-flow.ts');
          const writer = archiveIntoWorkflowId(await keyOfArchive(engine.store, order));
          const answer = await resultOf(() =>
            waitForFlow(context, engine, {
              ...{ handle, what: `deleting ${countOf(plan.jobs, 'job')}` },
              beside: [writer],
              again: 'doeflow dev',
              look: `doeflow archive show ${name}`,
            }),
          );
          if (answer?.result === undefined) return;
          showResult(context, answer.result, await readPassFailures(engine.store, name, passTime));
          return;
        }
        context.output.show({
          json: { archive: name, passTime, jobs: plan.jobs, decision, by },
          human: [
            {
              kind: 'text',
              lines: [
                decision === 'approve'
                  ? `Approved: ${subjectOf(plan.jobs, 'job', 'are')} being deleted.`
                  : `Declined: ${subjectOf(plan.jobs, 'job', 'stay')}. A later pass asks again.`,
              ],
            },
            { kind: 'next', commands: [`doeflow archive show ${name}`] },
          ],
          quiet: decision,
        });
      });
    });
}

function nothingWaits(
  name: string,
  state: Exclude<DeletionProposal['state'], 'waiting'> | undefined,
): UsageError {
  const decided = state === undefined ? '' : `: the last ones are decided already (${state})`;
  return new UsageError(
    'USAGE_NOTHING_WAITS',
    `No deletions of archive "${name}" wait for a person${decided}`,
    { exitCode: 6, hint: `doeflow archive show ${name}` },
  );
}

function nobodyTells(name: string, embedded: boolean): UsageError {
  return new UsageError(
    'USAGE_NO_WORKER',
    `Deletions of archive "${name}" may wait for a person, and no worker answers that could tell`,
    {
      exitCode: 7,
      hint: embedded ? 'Repeat the command in a moment' : 'Start a worker: doeflow worker',
    },
  );
}

async function refusalAsUsage(ask: () => Promise<unknown>): Promise<void> {
  const { WorkflowUpdateFailedError } = await import('@temporalio/client');
  try {
    await ask();
  } catch (error) {
    if (!(error instanceof WorkflowUpdateFailedError)) throw error;
    throw new UsageError('USAGE_REFUSED', error.cause?.message ?? error.message, {
      exitCode: 5,
      cause: error,
    });
  }
}
