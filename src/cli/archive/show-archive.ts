import type { Command } from 'commander';
import type { ArchiveOrder } from '../../archive/index.ts';
import type { DeletionProposal, PassView } from '../../run/archive-contract.ts';
import { archiveApprovalWorkflowId, archiveIntoWorkflowId } from '../../temporal/names.ts';
import type { CommandContext } from '../context.ts';
import { openEngineIfUp } from '../engine/open-engine-if-up.ts';
import type { Engine } from '../engine/open-engine.ts';
import { openOwnStore } from '../engine/open-own-store.ts';
import { countOf, formatBytes } from '../format-quantities.ts';
import type { Block } from '../output/view.ts';
import { parseCount } from '../parse-arguments.ts';
import { warningRows } from '../order-warnings.ts';
import { troubleRows } from '../watch/trouble-words.ts';
import { archiveWarnings, findArchive, keyOfArchive } from './archive-order.ts';
import {
  deletionWords,
  licenseRows,
  nextWords,
  passWords,
  policyWords,
  waitingWords,
  whenWords,
} from './archive-words.ts';
import { askOpenWorkflow } from './ask-open-workflow.ts';
import { readSchedule } from './list-archives.ts';
import { readPassTroubles } from './read-pass-troubles.ts';
import { failureBlocks } from './pass-failures.ts';
import { readPasses } from './read-passes.ts';

/** `doeflow archive show`: an archive's order, its next and last passes, the one under way, and what waits for a person. */
export function defineShow(command: Command, context: CommandContext): void {
  command
    .argument('<name>', 'name of the archive')
    .option('--limit <n>', 'show only this many passes, the newest', parseCount, 10)
    .action(async (name: string, { limit }: { readonly limit: number }) => {
      const store = await openOwnStore(context);
      const order = await findArchive(store, name);
      const engine = await openEngineIfUp(context);
      try {
        const schedule = await readSchedule(engine, name);
        // One more tells whether there are others.
        const found = await readPasses(store, engine, order, limit + 1);
        const passes = found.slice(0, limit);
        if (found.length > limit && !context.output.json) {
          context.output.note(
            `The passes shown are the newest ${limit}, and there are older ones. To see more: doeflow archive show ${name} --limit ${10 * limit}`,
          );
        }
        const troubles = await readPassTroubles(engine, order, passes, schedule);
        const warnings = await archiveWarnings(store, order, schedule, context.now());
        const { underWay, proposal } = await readOpen(engine, order);
        context.output.show({
          json: {
            ...order,
            schedule: schedule ?? null,
            passes,
            underWay: underWay ?? null,
            proposal: proposal ?? null,
            trouble: troubles,
            warnings,
          },
          human: [
            {
              kind: 'facts',
              rows: [
                ['archive', name],
                ['selects', order.select],
                ['into', order.destination],
                ['deletes', deletionWords(order)],
                ...licenseRows(order),
                ['passes', `${whenWords(order)}; ${policyWords(order)}`],
                ['next pass', nextWords(schedule)],
                ...(schedule === undefined || schedule === null
                  ? []
                  : ([
                      ['then', schedule.nextTimes.slice(1, 4).join(', ') || '-'],
                      ...(schedule.waiting === 0
                        ? []
                        : ([['made up for', waitingWords(schedule.waiting)]] as const)),
                      [
                        'left out',
                        `${schedule.missed} that nothing was up for, ${schedule.skipped} by overlap`,
                      ],
                    ] as const)),
                ...warningRows(warnings),
                ...troubleRows(troubles, context.now()),
              ],
            },
            ...wayBlocks(underWay),
            ...proposalBlocks(proposal),
            ...passBlocks(passes),
          ],
          quiet: passes[0]?.state ?? 'none',
        });
      } finally {
        await engine?.close();
      }
    });
}

async function readOpen(
  engine: Engine | undefined,
  order: ArchiveOrder,
): Promise<{
  readonly underWay: PassView | undefined;
  readonly proposal: DeletionProposal | undefined;
}> {
  if (engine === undefined) return { underWay: undefined, proposal: undefined };
  const into = archiveIntoWorkflowId(await keyOfArchive(engine.store, order));
  const approval = archiveApprovalWorkflowId(order.name);
  // Where no worker is up, what is in the store is shown all the same.
  const underWay = await askOpenWorkflow<PassView>(engine, into, 'archiveProgress');
  const proposal = await askOpenWorkflow<DeletionProposal>(engine, approval, 'deletionProposal');
  return {
    underWay: underWay === 'silent' ? undefined : underWay,
    proposal: proposal === 'silent' ? undefined : proposal,
  };
}

function wayBlocks(view: PassView | undefined): readonly Block[] {
  if (view === undefined) return [];
  const { archive, passTime, progress } = view;
  const { phase, selection, archived, proven, deleted, notes } = progress;
  const counts = `${archived.jobs} of ${selection?.jobs ?? '?'} jobs archived (${formatBytes(archived.bytes)}), ${proven.jobs} proven, ${deleted.jobs} deleted`;
  return [
    {
      kind: 'text',
      lines: [
        `Under way: the pass ${passTime} of ${archive}, ${phase}; ${counts}.`,
        ...notes.slice(-5),
      ],
    },
  ];
}

function proposalBlocks(proposal: DeletionProposal | undefined): readonly Block[] {
  if (proposal?.state !== 'waiting') return [];
  const { archive, plan, passTime } = proposal;
  return [
    {
      kind: 'text',
      lines: [
        `Waits for a person: deleting ${countOf(plan.jobs, 'job')} (${formatBytes(plan.bytes)}) of the pass ${passTime}.`,
      ],
    },
    { kind: 'next', commands: [`doeflow archive approve ${archive}`] },
  ];
}

function passBlocks(passes: Awaited<ReturnType<typeof readPasses>>): readonly Block[] {
  if (passes.length === 0) return [{ kind: 'text', lines: ['No pass yet.'] }];
  const notes = passes[0]?.notes ?? [];
  return [
    {
      kind: 'table',
      head: ['pass', 'it ended'],
      rows: passes.map((pass) => [pass.passTime, passWords(pass)]),
    },
    ...(notes.length === 0 ? [] : [{ kind: 'text' as const, lines: notes.slice(0, 10) }]),
    ...failureBlocks(passes[0]?.failures),
  ];
}
