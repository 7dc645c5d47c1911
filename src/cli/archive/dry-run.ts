import { archiveLayout, type ArchiveOrder, type JobChoice } from '../../archive/index.ts';
import type { ArchiveInput, PassSelection } from '../../run/archive-contract.ts';
import { localPace, remotePace } from '../../run/messages.ts';
import { archivePreviewWorkflowId, taskQueue } from '../../temporal/names.ts';
import type { CommandContext } from '../context.ts';
import type { Engine } from '../engine/open-engine.ts';
import { exitCodes } from '../exit-codes.ts';
import { countOf, formatBytes } from '../format-quantities.ts';
import { dryRunName, endDryRun, longestDryRun, tidyDryRuns } from './end-dry-run.ts';
import { resultOf } from './pass-result.ts';

/** Rows that a person is shown. */
const mostRows = 30;

const noPrice =
  'The platform names no price for storage: what deleting them would save is given in bytes.';

/**
 * Shows which jobs a pass of `order` would touch now. The worker chooses them by an order of its own in the store; both end with this command,
 * however it ends.
 * @param again the command, for who ends it before its time
 */
export async function dryRun(
  context: CommandContext,
  engine: Engine,
  order: ArchiveOrder,
  again = `doeflow archive create ${order.name} --dry-run`,
): Promise<void> {
  await tidyDryRuns(engine);
  const chosen = await choose(context, engine, order, again);
  if (chosen !== undefined) showChoices(context, order, chosen);
}

interface Chosen {
  readonly passTime: string;
  readonly choices: readonly JobChoice[];
  readonly result: PassSelection;
}

/** Undefined where the person left first. */
async function choose(
  context: CommandContext,
  engine: Engine,
  order: ArchiveOrder,
  again: string,
): Promise<Chosen | undefined> {
  const { store, temporalClient, settings } = engine;
  const { followFlow } = await import('../watch/follow-flow.ts');
  const passTime = context.now().toISOString();
  const archive = dryRunName(order.name, passTime);
  const folder = store.standingOrder('archives', archive);
  try {
    await folder.write(archiveLayout.order, { ...order, name: archive, dryRun: true });
    const handle = await temporalClient.workflow.start<
      (input: ArchiveInput) => Promise<PassSelection>
    >('archivePreviewWorkflow', {
      workflowId: archivePreviewWorkflowId(archive),
      taskQueue,
      args: [
        { archive, passTime, pace: settings.platform === 'embedded' ? localPace : remotePace },
      ],
      // Where this command is killed, nobody else would end it.
      workflowExecutionTimeout: longestDryRun,
      staticSummary: `dry run of archive ${order.name}`,
    });
    const end = await resultOf(() =>
      followFlow(context, engine, {
        ...{ handle, what: 'the choice of jobs', beside: [] },
        again,
      }),
    );
    if (end.kind === 'ended') {
      const choices = await folder.read(archiveLayout.selection(passTime));
      return { passTime, choices, result: end.result };
    }
    context.output.warn('The dry run is ended. Nothing was created or copied.');
    if (context.output.json) {
      const json = { archive: order.name, passTime, status: 'ended', trouble: end.troubles };
      context.output.show({ json, human: [] });
    }
    context.end(exitCodes.interrupted);
    return undefined;
  } finally {
    await endDryRun(engine, archive);
  }
}

function showChoices(
  context: CommandContext,
  order: ArchiveOrder,
  { passTime, choices, result }: Chosen,
): void {
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
          ...(choices.length === 0
            ? [
                `The rule ${order.select} matches no job that has ended. Names are compared whole, with capitals: a * stands for nothing, and quotes belong to a value only where it has blanks.`,
              ]
            : []),
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
