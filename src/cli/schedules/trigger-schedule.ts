import { WorkflowFailedError } from '@temporalio/client';
import type { Command } from 'commander';
import type { recurringStudyWorkflow } from '../../../workflows/index.ts';
import { UsageError } from '../../errors.ts';
import type { RecurrenceOrder } from '../../recurrence/index.ts';
import { askForOne, readAttempts } from '../../store/index.ts';
import { triggerFlowSchedule } from '../../temporal/flow-schedules.ts';
import { recurringScheduleId, studyWorkflowId } from '../../temporal/names.ts';
import type { CommandContext } from '../context.ts';
import { embeddedIsUp } from '../engine/embedded-is-up.ts';
import { openCheckedEngine } from '../engine/open-checked-engine.ts';
import type { Engine } from '../engine/open-engine.ts';
import { readSettings } from '../engine/read-settings.ts';
import { causeLines } from '../studies/cause-lines.ts';
import { causesOf } from '../../run/failure-causes.ts';
import { waitForFlow } from '../watch/wait-for-flow.ts';
import { exitCodeOfOccurrence } from './exit-code-of-occurrence.ts';
import { orderFolder, readOrder } from './recurrences.ts';
import { endedWords } from './schedule-words.ts';

const patienceMs = 30_000;

/** `doeflow schedule trigger`: has a study come now, and with `--wait` says whether its results moved. */
export function defineTrigger(schedule: Command, context: CommandContext): void {
  schedule
    .command('trigger')
    .summary('have a study come now')
    .description('Has a study come now, paused or not; its schedule goes on as it is.')
    .argument('<name>', 'name of the schedule')
    .option('--wait', 'wait for its end; the exit code says whether its results moved')
    .action(async (name: string, { wait = false }: { readonly wait?: boolean }) => {
      const settings = readSettings(context);
      if (!wait && settings.temporal === 'embedded' && !(await embeddedIsUp(settings))) {
        throw new UsageError(
          'USAGE_NOTHING_STAYS_UP',
          'The embedded Temporal and worker would end with this command, and what it starts would not go on',
          { exitCode: 5, hint: 'Add --wait, or keep them running with doeflow dev' },
        );
      }
      context.interrupt.handle();
      const engine = await openCheckedEngine(context);
      try {
        const order = await readOrder(engine.store, name);
        await askForOne(orderFolder(engine.store, name), context.now());
        const workflowId = await trigger(engine, name);
        if (wait) await waitFor(context, engine, order, workflowId);
        else {
          context.output.show({
            json: { schedule: name, workflowId },
            human: [
              { kind: 'text', lines: [`Started: ${workflowId}`] },
              { kind: 'next', commands: [`doeflow schedule show ${name}`] },
            ],
            quiet: workflowId,
          });
        }
      } finally {
        await engine.close();
      }
    });
}

async function trigger({ temporalClient }: Engine, name: string): Promise<string> {
  const started = await triggerFlowSchedule(temporalClient, recurringScheduleId(name), {
    patienceMs,
  });
  if (started !== undefined) return started;
  throw new UsageError('USAGE_SCHEDULE_GONE', `Temporal has no schedule "${name}" any more`, {
    exitCode: 6,
    hint: 'Make it again: doeflow schedule create STUDY --replace',
  });
}

async function waitFor(
  context: CommandContext,
  engine: Engine,
  { name, study }: RecurrenceOrder,
  workflowId: string,
): Promise<void> {
  const { output } = context;
  output.note(`Started: ${workflowId}`);
  const handle =
    engine.temporalClient.workflow.getHandle<typeof recurringStudyWorkflow>(workflowId);
  const result = await waitForFlow(context, engine, {
    ...{ handle, what: `the occurrence ${workflowId}` },
    beside: [studyWorkflowId(study.studyName)],
    again: `doeflow schedule trigger ${name} --wait`,
    look: `doeflow schedule show ${name}`,
  }).catch(explain);
  if (result === undefined) return;
  // Nothing is kept of the study of an occurrence that was skipped.
  const causes =
    result.comparison === 'skipped'
      ? []
      : causesOf(await readAttempts(engine.store.study(result.studyId)));
  output.show({
    json: { ...result, causes },
    human: [
      {
        kind: 'facts',
        rows: [
          ['study', result.studyId],
          ['status', result.state],
          ['outcome', endedWords(result, causes)],
        ],
      },
      { kind: 'text', lines: [...result.notes, ...causeLines(causes, result.studyId)] },
      ...(result.comparison === 'skipped'
        ? []
        : [{ kind: 'next' as const, commands: [`doeflow results ${result.studyId}`] }]),
    ],
    quiet: result.comparison,
  });
  context.end(exitCodeOfOccurrence(result));
}

function explain(error: unknown): never {
  if (!(error instanceof WorkflowFailedError)) throw error;
  let message = error.message;
  for (let at = error.cause; at instanceof Error; at = at.cause as Error | undefined) {
    message = at.message;
  }
  throw new UsageError('USAGE_OCCURRENCE_LOST', `The occurrence could not be played: ${message}`, {
    exitCode: 5,
    cause: error,
  });
}
