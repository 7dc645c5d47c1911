import { biasedRuns, describeBias, describeTest } from '../../analysis/index.ts';
import { mergeOutcomes, reasonOf } from '../../run/run-outcome.ts';
import { absent, countOf, figureBlock } from '../figure-block.ts';
import type { Block } from '../report.ts';
import type { MakeSection, SectionInput } from '../section-input.ts';

const shownRuns = 8;
const mostMessage = 600;

/** Failed runs by cause, where they lie among the inputs, what they said, and how to run them again. */
export const failuresSection: MakeSection = (input) => {
  const groups = failedGroups(input);
  const count = groups.reduce((sum, { runs }) => sum + runs.length, 0);
  if (count === 0) {
    return { id: 'failures', title: 'Failures', blocks: [absent('No run failed.')] };
  }
  const { summary, snapshot, runs } = input;
  const { total, stopped = 0 } = summary.runs;
  const blocks: Block[] = [
    figureBlock({
      id: 'failures',
      title: 'Failed runs by cause',
      caption: `The latest attempt of ${countOf(count, 'run')} of ${total} gave no result${
        stopped === 0 ? '' : `: ${count - stopped} failed, ${stopped} were stopped`
      }.`,
      plot: {
        kind: 'bars',
        categories: groups.map(({ reason }) => reason),
        valueName: 'runs',
        series: [{ name: 'runs', values: groups.map((group) => group.runs.length) }],
      },
      trust: [],
      numbers: {
        head: ['cause', 'runs', 'first runs', 'what the first one said'],
        rows: groups.map((group) => [
          group.reason,
          group.runs.length,
          group.runs.slice(0, shownRuns).join(', ') + (group.runs.length > shownRuns ? ', …' : ''),
          group.message ?? null,
        ]),
      },
    }),
  ];
  if (summary.failureBias.length > 0) {
    blocks.push({
      kind: 'warnings',
      title: 'Where they lie',
      texts: summary.failureBias.map((bias) => {
        const words = biasedRuns(bias);
        return `${words.charAt(0).toUpperCase()}${words.slice(1)} go together with ${describeBias(bias)} (${describeTest(bias)}).`;
      }),
    });
  } else {
    blocks.push({
      kind: 'text',
      text: 'No input goes together with the failures, as far as these runs show.',
    });
  }
  blocks.push(...places(input));
  for (const { reason, message, runs: own } of groups) {
    if (message === undefined) continue;
    blocks.push({ kind: 'source', title: `${reason}: run ${own[0] ?? ''}`, text: message });
  }
  if (runs.total > 0) {
    blocks.push({
      kind: 'source',
      title: 'To run them again',
      text: `doeflow logs ${snapshot.studyId}\ndoeflow retry ${snapshot.studyId} --failed`,
    });
  }
  return { id: 'failures', title: 'Failures', blocks };
};

interface FailedGroup {
  readonly reason: string;
  readonly runs: readonly number[];
  readonly message: string | undefined;
}

function failedGroups({ attempts }: SectionInput): readonly FailedGroup[] {
  const byReason = new Map<string, { runs: number[]; message: string | undefined }>();
  const failed = [...mergeOutcomes(attempts).values()]
    .filter(({ run }) => run > 0)
    .sort((a, b) => a.run - b.run);
  for (const outcome of failed) {
    const reason = reasonOf(outcome);
    if (reason === undefined) continue;
    const group = byReason.get(reason) ?? {
      runs: [],
      message: outcome.message?.slice(0, mostMessage),
    };
    group.runs.push(outcome.run);
    byReason.set(reason, group);
  }
  return Array.from(byReason, ([reason, group]) => ({ reason, ...group })).sort(
    (a, b) => b.runs.length - a.runs.length,
  );
}

/** The two inputs that failures go together with, else the first two. */
function places({ summary, numericInputs }: SectionInput): readonly Block[] {
  const told = summary.failureBias.flatMap(({ input, and }) => [
    input,
    ...(and ? [and.input] : []),
  ]);
  const names = numericInputs.map(({ name }) => name);
  const [x, y] = [...new Set([...told.filter((name) => names.includes(name)), ...names])];
  if (x === undefined || y === undefined) return [];
  return [
    figureBlock({
      id: 'failure-places',
      title: 'Where the failed runs lie',
      caption: `Crosses are failed runs, points those that are done, over ${x} and ${y}.`,
      plot: { kind: 'scatters', across: 1, panels: [{ x, y }] },
      trust: [],
    }),
  ];
}
