/**
 * One pass of an archive, as its schedule starts it: reads the order, then works as the one writer of its destination.
 *
 * The pass is named by the time that the schedule meant, whenever it really starts: ages and keep times count from it, and a pass that is
 * made up for, or asked for twice, is the same pass. Cancelled or terminated it loses nothing; a later pass continues. While the archive is
 * paused in the store, it ends at once as skipped.
 */
import {
  continueAsNew,
  setCurrentDetails,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { defineSearchAttributeKey } from '@temporalio/common';
import type { ArchiveInput, ArchiveIntoInput, PassResult } from '../../src/run/archive-contract.ts';
import { escapeMarkdownLine } from '../../src/run/escape-markdown.ts';
import { createActivityProxies } from '../activity-proxies.ts';
import { asOneWriter } from './as-one-writer.ts';
import { endPass, skippedPass, whyHeld } from './end-pass.ts';
import { flowStateKey } from './flow-attributes.ts';

const scheduledTimeKey = defineSearchAttributeKey('TemporalScheduledStartTime', 'DATETIME');

export async function archiveWorkflow(input: ArchiveInput): Promise<PassResult> {
  const { archive, pace } = input;
  const passTime = input.passTime ?? scheduledTime();
  const { step } = createActivityProxies(pace);
  const show = (doing: string): void => {
    setCurrentDetails(`**Archive ${archive}, pass ${passTime}**: ${doing}`);
  };
  show('reading its order');
  let work: ArchiveIntoInput;
  try {
    const order = await step.openPass({ archive, passTime });
    work = { archive, passTime, pace, order, work: 'archive' };
  } catch (error) {
    const held = whyHeld(error);
    if (held === undefined) throw endPass({ archive, passTime }, error);
    return showEnd(skippedPass({ archive, passTime }, held));
  }
  const { destination, destinationKey } = work.order;
  show(`working, as \`archive-into-${destinationKey}\``);
  const result = await asOneWriter(work, (tries) => {
    show(
      `waits for another pass that writes into ${escapeMarkdownLine(destination)} (\`archive-into-${destinationKey}\`); asked ${tries} times`,
    );
  });
  if (result === undefined) return continueAsNew<typeof archiveWorkflow>({ ...input, passTime });
  return showEnd(result);
}

function showEnd(result: PassResult): PassResult {
  const { archive, passTime, outcome, notes } = result;
  upsertSearchAttributes([{ key: flowStateKey, value: outcome }]);
  const why = outcome === 'skipped' ? `: ${escapeMarkdownLine(notes.join(' '))}` : '';
  setCurrentDetails(`**Archive ${archive}, pass ${passTime}**: ended ${outcome}${why}`);
  return result;
}

/** The time that the schedule meant; without one, the time of the start. */
function scheduledTime(): string {
  const { typedSearchAttributes, startTime } = workflowInfo();
  return (typedSearchAttributes.get(scheduledTimeKey) ?? startTime).toISOString();
}
