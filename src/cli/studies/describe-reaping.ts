/** What the reaper found, for those who asked: a table of what goes on, then why, and what is to be done. */
import type { ReaperFinding, Reaping, UnseenThing } from '../../store/index.ts';
import { amountText } from '../../study/amount-text.ts';
import type { HeldIdWords } from '../check-held-ids.ts';
import { countOf } from '../format-quantities.ts';
import type { Block, View } from '../output/view.ts';

/** Things that couldn't be seen, as people are told of; programs hear of all. */
const mostUnseen = 10;

const outcomes: Readonly<Record<ReaperFinding['outcome'], string>> = {
  ended: 'ended',
  asked: 'being stopped',
  'would-end': 'would be ended',
  left: 'goes on',
};

/** Of jobs that have ended on the platform. */
const outcomesOfEnded: Readonly<Record<ReaperFinding['outcome'], string>> = {
  ...outcomes,
  asked: 'being collected',
  'would-end': 'would be collected',
};

/**
 * @param isDryRun nothing was ended
 * @param heldIds workflows of somebody else under ids of ours: the workflow of a cluster or job can't be asked there
 */
export function describeReaping(
  { at, findings, unseen = [] }: Reaping,
  isDryRun: boolean,
  heldIds: readonly HeldIdWords[] = [],
): View {
  const isEndable = findings.some(({ outcome }) => outcome === 'would-end');
  return {
    json: { at, dryRun: isDryRun, findings, unseen, heldIds },
    human: [
      {
        kind: 'text',
        lines: [
          ...headlinesOf(
            findings,
            unseen.length === 0 ? 'on the platform' : 'that the platform shows',
          ),
        ],
      },
      ...(findings.length === 0 ? [] : [tableOf(findings), reasonsOf(findings)]),
      ...(unseen.length === 0 ? [] : [unseenOf(unseen)]),
      ...(heldIds.length === 0 ? [] : [heldOf(heldIds)]),
      { kind: 'next', commands: isDryRun && isEndable ? ['doeflow reap'] : [] },
    ],
    quiet: findings.map(({ kind, id, outcome }) => `${kind} ${id} ${outcome}`).join('\n'),
  };
}

/** @param where what was looked at */
function headlinesOf(findings: readonly ReaperFinding[], where: string): readonly string[] {
  const answered = findings.filter(({ answeredBy }) => answeredBy !== undefined);
  const others = findings.filter(({ answeredBy }) => answeredBy === undefined);
  if (answered.length === 0) return [headlineOf(others, where)];
  const things = countOf(answered.length, 'thing');
  return [
    ...(others.length === 0 ? [] : [headlineOf(others, where)]),
    `A study answers for ${things} on the platform that ${answered.length === 1 ? 'goes' : 'go'} on all the same, as no worker is up or the platform refuses to end ${answered.length === 1 ? 'it' : 'them'}:`,
  ];
}

function headlineOf(findings: readonly ReaperFinding[], where: string): string {
  const ended = findings.filter(({ isOver }) => isOver === true).length;
  const things = findings.length - ended;
  const uncollected = `nobody has collected ${countOf(ended, 'job')} that ${ended === 1 ? 'has' : 'have'} ended and ${ended === 1 ? 'costs' : 'cost'} nothing more:`;
  if (things === 0) {
    const nothing = `Nothing ${where} goes on without a study that answers for it`;
    return ended === 0 ? `${nothing}.` : `${nothing}, but ${uncollected}`;
  }
  const told = `No study answers for ${countOf(things, 'thing')} on the platform`;
  return ended === 0 ? `${told}:` : `${told}, and ${uncollected}`;
}

function unseenOf(unseen: readonly UnseenThing[]): Block {
  const lines = unseen.slice(0, mostUnseen).map(({ what, why }) => `  ${what}: ${why}`);
  const more = unseen.length - lines.length;
  const rest = more > 0 ? [`  and ${more} more`] : [];
  const told = 'Not looked at, so nothing was ended there; workers look again every ten minutes:';
  return { kind: 'text', lines: ['', told, ...lines, ...rest] };
}

function heldOf(heldIds: readonly HeldIdWords[]): Block {
  const lines = heldIds.flatMap(({ sentence, toDo, isOwnWork }) => [
    '',
    `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`,
    `  to do${isOwnWork ? '' : ", where it is not somebody's honest work"}: ${toDo}`,
  ]);
  return { kind: 'text', lines };
}

function tableOf(findings: readonly ReaperFinding[]): Block {
  return {
    kind: 'table',
    head: ['what', 'id', 'status', 'per hour', 'until at most', 'outcome'],
    rows: findings.map(({ kind, id, status, perHour, until, outcome, isOver }) => [
      ...[kind, id, status],
      perHour === undefined ? '' : `${amountText(perHour.amount)} ${perHour.currency ?? ''}`.trim(),
      until === undefined ? '' : `${until.slice(0, 16)}Z`,
      (isOver === true ? outcomesOfEnded : outcomes)[outcome],
    ]),
    right: [3],
  };
}

/** Things of one reason stand together. */
function reasonsOf(findings: readonly ReaperFinding[]): Block {
  const byReason = new Map<string, readonly ReaperFinding[]>();
  for (const finding of findings) {
    byReason.set(finding.why, [...(byReason.get(finding.why) ?? []), finding]);
  }
  const lines = [...byReason].flatMap(([why, alike]) => [
    '',
    `${alike.map(wordsOf).join(',\n')}:`,
    `  ${why}`,
    ...new Set(alike.flatMap(({ next }) => (next === undefined ? [] : [`  to do: ${next}`]))),
  ]);
  return { kind: 'text', lines };
}

function wordsOf({ kind, id, name }: ReaperFinding): string {
  return `${kind} ${id}${name === undefined ? '' : ` (${name})`}`;
}
