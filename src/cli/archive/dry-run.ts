import { archiveLayout, type ArchiveOrder, type JobChoice } from '../../archive/index.ts';
import type { ArchiveInput, PassSelection } from '../../run/archive-contract.ts';
import { localPace, remotePace } from '../../run/messages.ts';
import { archivePreviewWorkflowId, taskQueue } from '../../temporal/names.ts';
import type { CommandContext } from '../context.ts';
import type { Engine } from '../engine/open-engine.ts';
import { countOf, formatBytes } from '../format-quantities.ts';

/** Rows that a person is shown. */
const mostRows = 30;

const noPrice =
  'The platform names no price for storage: what deleting them would save is given in bytes.';

/** Shows which jobs a pass of `order` would touch now. The worker chooses them by an order of its own in the store, which is removed again. */
export async function dryRun(
  context: CommandContext,
  engine: Engine,
  order: ArchiveOrder,
): Promise<void> {
  const { store, temporalClient, settings } = engine;
  const passTime = context.now().toISOString();
  // No archive can have this name.
  const archive = `${order.name}.dry-run-${passTime.replaceAll(':', '-')}`;
  const folder = store.standingOrder('archives', archive);
  const selection = archiveLayout.selection(passTime);
  let choices: readonly JobChoice[];
  let result: PassSelection;
  try {
    await folder.write(archiveLayout.order, { ...order, name: archive, dryRun: true });
    const pass = await temporalClient.workflow.start<
      (input: ArchiveInput) => Promise<PassSelection>
    >('archivePreviewWorkflow', {
      workflowId: archivePreviewWorkflowId(archive),
      taskQueue,
      args: [
        { archive, passTime, pace: settings.platform === 'embedded' ? localPace : remotePace },
      ],
      staticSummary: `dry run of archive ${order.name}`,
    });
    result = await pass.result();
    choices = await folder.read(selection);
  } finally {
    await folder.remove(selection);
    await folder.remove(archiveLayout.order);
  }
  const touched = choices.filter(({ choice }) => choice === 'new' || choice === 'changed');
  const bytes = touched.reduce((sum, job) => sum + (job.bytes ?? 0), 0);
  const left = Object.entries(result.left).filter(([, jobs]) => jobs > 0);
  context.output.show({
    json: {
      archive: order.name,
      passTime,
      ...{ jobs: result.jobs, bytes, left: result.left, studies: result.studies },
      costSaved: null,
      choices: choices.map(({ row: _, ...choice }) => choice),
    },
    human: [
      {
        kind: 'text',
        lines: [
          `A pass now would archive ${countOf(result.jobs, 'job')} (${formatBytes(bytes)}) into ${order.destination}. Nothing was created or copied.`,
          ...(left.length === 0
            ? []
            : [`Left alone: ${left.map(([why, jobs]) => `${jobs} ${why}`).join(', ')}.`]),
          ...(order.deleteJobs ? [noPrice] : []),
        ],
      },
      ...(choices.length === 0
        ? []
        : [
            {
              kind: 'table' as const,
              head: ['job', 'choice', 'bytes', 'name'],
              rows: choices
                .slice(0, mostRows)
                .map(({ jobId, choice, bytes: held, name }) => [
                  jobId,
                  choice,
                  held === undefined ? '' : String(held),
                  name,
                ]),
              right: [2],
            },
          ]),
      ...(choices.length > mostRows
        ? [
            {
              kind: 'text' as const,
              lines: [`… ${choices.length - mostRows} more; all with --json`],
            },
          ]
        : []),
    ],
    quiet: touched.map(({ jobId }) => jobId).join('\n'),
  });
}
