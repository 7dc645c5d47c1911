/** What the Temporal UI shows of a pass and of deletions that wait: markdown, a screen at most. */
import type {
  ArchiveIntoInput,
  DeletionProposal,
  PassCounts,
  PassProgress,
} from '../../src/run/archive-contract.ts';
import { escapeMarkdownLine as shown } from '../../src/run/escape-markdown.ts';

/** Phase, counts, what is left and why, notes. */
export function detailsOfPass(
  { archive, passTime, order, work }: ArchiveIntoInput,
  progress: PassProgress,
): string {
  const { selection, phase, batchesDone } = progress;
  const of = phase === 'archiving' ? ` of ${selection?.batches ?? '?'}` : '';
  const left = Object.entries(selection?.left ?? {}).filter(([, jobs]) => jobs > 0);
  return [
    `**Archive ${archive}, pass ${passTime}**${work === 'delete' ? ' (approved deletions)' : ''}: ${phase}${
      batchesDone > 0 ? `, ${batchesDone}${of} done` : ''
    }`,
    '',
    `Into ${shown(order.destination)}`,
    '',
    '| | jobs | files | bytes | failed |',
    '| --- | --- | --- | --- | --- |',
    row('archived', progress.archived),
    row('proven', progress.proven),
    row('deleted', progress.deleted),
    ...(selection === undefined
      ? []
      : [
          '',
          `Chosen: ${selection.jobs} jobs of ${selection.studies.length} studies and others. Left: ${
            left.map(([why, jobs]) => `${jobs} ${why}`).join(', ') || 'none'
          }`,
        ]),
    ...(progress.notes.length === 0
      ? []
      : ['', ...progress.notes.slice(-20).map((note) => `> ${shown(note)}`)]),
    '',
    `\`doeflow archive show ${archive}\``,
  ].join('\n');
}

/** What waits, for how much, and how to answer. */
export function detailsOfProposal({ archive, passTime, plan, state }: DeletionProposal): string {
  const what = `${plan.jobs === 1 ? '1 job' : `${plan.jobs} jobs`} (${plan.bytes} bytes) of the pass ${passTime}`;
  switch (state) {
    case 'waiting':
      return [
        `**Archive ${archive}: deleting ${what} waits for a person**`,
        '',
        'Nothing is deleted without an answer; after 30 days the question ends, and a later pass asks again.',
        '',
        `\`doeflow archive approve ${archive}\``,
      ].join('\n');
    case 'deleting':
      return `**Archive ${archive}: deleting ${what} was approved, and is under way**`;
    case 'declined':
      return `**Archive ${archive}: deleting ${what} was declined; the jobs stay**`;
  }
}

function row(what: string, { jobs, files, bytes, failed }: PassCounts): string {
  return `| ${what} | ${jobs} | ${files} | ${bytes} | ${failed} |`;
}
