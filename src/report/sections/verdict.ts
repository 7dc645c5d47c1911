import type { StudyColumn } from '../../analysis/index.ts';
import { countAbsent, type AbsenceReason } from '../../run/absent-runs.ts';
import { nominalWithoutResult } from '../../run/note-nominal.ts';
import { mergeOutcomes } from '../../run/run-outcome.ts';
import { costText } from '../cost-text.ts';
import { countOf } from '../figure-block.ts';
import { minuteOf } from '../minute-of.ts';
import { formatCount } from '../format-count.ts';
import { columnDigits, formatNumber } from '../format-number.ts';
import type { Block, Fact } from '../report.ts';
import { truthsOf } from '../report-runs.ts';
import type { MakeSection, SectionInput } from '../section-input.ts';
import { bestRuns, feasibleRows, objectivesOf } from '../best-runs.ts';

/** Digits of a design's numbers: what a person takes to a drawing board. */
const mostDigits = 6;

/** What it came to: state and counts, warnings first, the best designs, findings. */
export const verdictSection: MakeSection = (input) => {
  const { summary, study } = input;
  const doubts = summary.estimators.filter(({ trust }) => trust !== 'good');
  const blocks: Block[] = [];
  if (study.description !== undefined) blocks.push({ kind: 'text', text: study.description });
  if (summary.warnings.length > 0) {
    blocks.push({ kind: 'warnings', title: 'Read this first', texts: summary.warnings });
  }
  blocks.push({ kind: 'facts', facts: facts(input) });
  const notes = summary.notes ?? [];
  if (notes.length > 0) {
    blocks.push({ kind: 'warnings', title: 'What happened on the way', texts: notes });
  }
  blocks.push(...findings(input), ...best(input));
  blocks.push({
    kind: 'text',
    text:
      doubts.length === 0
        ? `All ${summary.estimators.length} judged results are trusted; what was judged stands beside each figure.`
        : `Of ${summary.estimators.length} judged results ${doubts.length} ${doubts.length === 1 ? 'is' : 'are'} not fully trusted; the reasons stand beside the figures.`,
  });
  return { id: 'verdict', title: 'Verdict', blocks };
};

function facts({
  summary,
  isStudyOver,
  table,
  attempts,
  writtenAt,
}: SectionInput): readonly Fact[] {
  const { reused = 0 } = summary.runs;
  const total = table.accepted.length;
  const absent = countAbsent(table.absences ?? []);
  const done = total - absent.reduce((sum, { count }) => sum + count, 0);
  const failed = absent.find(({ why }) => why === 'failed')?.count ?? 0;
  const nominal = nominalWithoutResult(mergeOutcomes(attempts).values());
  const again = attempts.flat().filter(({ attempt }) => attempt > 1).length;
  return [
    { name: 'State', value: summary.status ?? (isStudyOver ? 'Finished' : 'Running') },
    ...(writtenAt === undefined
      ? []
      : [
          {
            name: 'As of',
            value: minuteOf(writtenAt),
            note: 'of the runs that were collected by then',
          },
        ]),
    {
      name: 'Runs done',
      value: `${formatCount(done)} of ${formatCount(total)}`,
      note: [
        ...(table.accepted.length === 0 ? [] : [`${formatNumber((100 * done) / total)} %`]),
        ...(reused === 0 ? [] : [`${formatCount(reused)} of them reused`]),
      ].join(', '),
    },
    {
      name: 'Runs failed',
      value: formatCount(failed),
      ...noted([
        ...(nominal === undefined ? [] : ['beside the nominal run, which is in no count']),
        ...(again > 0 ? [countOf(again, 'further attempt')] : []),
      ]),
    },
    ...absent.flatMap(({ why, count }) =>
      why === 'failed'
        ? []
        : [
            {
              name: why === 'not run yet' ? 'Not run yet' : `Runs ${why}`,
              ...{ value: formatCount(count), ...noteOf(why, isStudyOver) },
            },
          ],
    ),
    { name: 'Cost', value: costText(summary.cost) },
  ];
}

function noted(parts: readonly string[]): Pick<Fact, 'note'> {
  return parts.length === 0 ? {} : { note: parts.join('; ') };
}

function noteOf(why: AbsenceReason, isStudyOver: boolean): Pick<Fact, 'note'> {
  if (why === 'not run yet') return { note: 'or in a job of which they aren’t collected yet' };
  if (why !== 'withdrawn') return {};
  return { note: isStudyOver ? 'never ran' : 'by its owner: they never run' };
}

function findings({ summary }: SectionInput): readonly Block[] {
  if (summary.findings.length === 0) return [];
  return [
    {
      kind: 'table',
      title: 'Findings',
      table: {
        head: ['finding', 'value', 'remark'],
        rows: summary.findings.map(({ name, value, reason }) => [
          name,
          Array.isArray(value)
            ? value
                .map((one) =>
                  typeof one === 'number' ? formatNumber(one, columnDigits([one])) : one,
                )
                .join(', ')
            : (value ?? null),
          reason ?? null,
        ]),
      },
    },
  ];
}

function best(input: SectionInput): readonly Block[] {
  const found = bestRuns(input);
  const { table } = input;
  if (found === undefined) {
    const accepted = Array.from(table.accepted, Boolean).filter(Boolean).length;
    const isNone = accepted > 0 && feasibleRows(input).length === 0;
    if (!isNone) return [];
    const objectives = objectivesOf(input).length === 0 ? '' : ', so there is no best design';
    return [
      {
        kind: 'warnings',
        title: 'No run keeps the constraints',
        texts: [`None of ${countOf(accepted, 'accepted run')} keeps all constraints${objectives}.`],
      },
    ];
  }
  // Paper, and a narrow screen, have room for the first columns only.
  const columns = table.columns.toSorted((a, b) => rankOf(a) - rankOf(b));
  const truths = truthsOf(input.study);
  return [
    {
      kind: 'table',
      title: found.title,
      table: {
        mostDigits,
        isOfRuns: true,
        head: ['run', ...columns.map(({ name }) => input.titleOf(name))],
        rows: found.runs.map((run) => [
          run,
          ...columns.map(({ name, values, role }) => {
            const value = values[run - 1];
            if (role === 'constraint') return value === 1 ? 'kept' : 'broken';
            if (value === undefined || Number.isNaN(value)) return null;
            return truths.has(name) ? (value === 1 ? 'true' : 'false') : value;
          }),
        ]),
      },
    },
  ];
}

/** What designs are chosen by comes first. */
function rankOf({ role }: StudyColumn): number {
  return role === 'objective' ? 0 : role === 'constraint' ? 1 : 2;
}
