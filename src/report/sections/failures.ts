import { absentWords, countAbsent } from '../../run/absent-runs.ts';
import { biasedRuns, describeBias, describeTest } from '../../analysis/index.ts';
import { groupFailures, type FailureGroup } from '../../run/group-failures.ts';
import { noteNominal, nominalWithoutResult } from '../../run/note-nominal.ts';
import { mergeOutcomes, type RunOutcome } from '../../run/run-outcome.ts';
import { endedStateOf } from '../../run/run-state.ts';
import { resumeCommands, retryCommands } from '../../run/ways-on.ts';
import { failedInExpression } from '../../study/failed-expressions.ts';
import { absent as nothing, countOf, figureBlock } from '../figure-block.ts';
import type { Block } from '../report.ts';
import { sampleWords } from '../sample-words.ts';
import type { MakeSection, SectionInput } from '../section-input.ts';
import { stoppedRunsBlocks } from '../stopped-runs.ts';

const shownRuns = 8;
const mostMessage = 600;
/** Letters of a cause beside its bar. */
const mostLetters = 60;
/** Causes in the figure, and of these those whose message stands below it; the table of numbers has all. */
const mostCauses = 15;
const mostSources = 8;

/** Failed runs by cause, where they lie among the inputs, what they said, and how to go on; behind them those that were stopped. */
export const failuresSection: MakeSection = (input) => {
  const ended = endedOf(input);
  const failed = ended.filter((outcome) => endedStateOf(outcome) === 'Failed');
  const stopped = ended.filter((outcome) => endedStateOf(outcome) === 'Stopped');
  const nominal = nominalWithoutResult(mergeOutcomes(input.attempts).values());
  const blocks = [
    ...(failed.length > 0
      ? failedRunsBlocks(input, failed)
      : [nothing(nominal === undefined ? 'No run failed.' : 'No run of the plan failed.')]),
    ...(nominal === undefined ? [] : nominalBlocks(input, nominal, failed.length > 0)),
    ...stoppedRunsBlocks(input, stopped),
  ];
  const title = failed.length === 0 && stopped.length > 0 ? 'Stopped runs' : 'Failures';
  return {
    ...{ id: 'failures', blocks },
    title: failed.length > 0 && stopped.length > 0 ? 'Failures, and stopped runs' : title,
  };
};

/** Of the nominal run, which is in no figure and no count. */
function nominalBlocks(
  input: SectionInput,
  nominal: RunOutcome,
  isOffered: boolean,
): readonly Block[] {
  return [
    { kind: 'warnings', title: 'The nominal run', texts: noteNominal([nominal]) },
    ...(isOffered ? [] : howToGoOn(input, [nominal])),
  ];
}

function failedRunsBlocks(input: SectionInput, failed: readonly RunOutcome[]): readonly Block[] {
  const absent = countAbsent(input.table.absences ?? []);
  const groups = groupFailures(failed);
  const missing = absent.reduce((sum, one) => sum + one.count, 0);
  const shown = groups.slice(0, mostCauses);
  return [
    figureBlock({
      id: 'failures',
      title: 'Failed runs by cause',
      caption: `${countOf(missing, 'run')} of ${input.table.accepted.length} ${missing === 1 ? 'is' : 'are'} missing: ${absentWords(absent)}. A bar stands for runs whose latest attempt failed. Runs with the same reason, exit code and message, but for its numbers, are one cause.${
        groups.length > shown.length
          ? ` The ${shown.length} most frequent of ${groups.length} causes; the numbers have all.`
          : ''
      }`,
      plot: {
        kind: 'bars',
        categories: shown.map(shortCause),
        valueName: 'runs',
        series: [{ name: 'runs', values: shown.map((group) => group.runs.length) }],
      },
      trust: [],
      numbers: {
        head: ['cause', 'exit code', 'runs', 'first runs', 'what the first one said'],
        rows: groups.map((group) => [
          group.reason,
          group.example.exitCode ?? null,
          group.runs.length,
          group.runs.slice(0, shownRuns).join(', ') + (group.runs.length > shownRuns ? ', …' : ''),
          group.message === '' ? null : group.message.slice(0, mostMessage),
        ]),
      },
    }),
    ...whereTheyLie(input),
    ...shown.slice(0, mostSources).flatMap(({ reason, message, example }): readonly Block[] => {
      const text = message.slice(0, mostMessage);
      const title = `${reason}: run ${example.run}`;
      return message === '' ? [] : [{ kind: 'source', title, text }];
    }),
    ...howToGoOn(input, failed),
  ];
}

/** The commands that help with failed runs; a paused study goes on without them where something is left to run. */
function howToGoOn(
  { summary, table, snapshot, isStudyOver, needsLimit }: SectionInput,
  failed: readonly RunOutcome[],
): readonly Block[] {
  const { studyId } = snapshot;
  const absences = new Set(table.absences ?? []);
  // With what was stopped, too, the study goes on by the offer below.
  const isLeft = absences.has('not run yet') && !absences.has('stopped');
  const goesOn = !isStudyOver && summary.status === 'Paused' && isLeft;
  const canChange = !failed.every(failedInExpression);
  return [
    {
      kind: 'source',
      title: canChange ? 'To run them again' : 'To have them read anew by another expression',
      text: [`doeflow logs ${studyId}`, ...retryCommands({ studyId, needsLimit }, failed)].join(
        '\n',
      ),
    },
    ...(goesOn
      ? [
          {
            kind: 'source' as const,
            title: 'To go on without them',
            text: resumeCommands({ studyId, needsLimit }).join('\n'),
          },
        ]
      : []),
    ...(canChange
      ? []
      : [
          nothing(
            'Nothing to run again: they failed in an expression of the study alone, which gives the same for the same outputs.',
          ),
        ]),
  ];
}

/** What failures go together with, in words and over two inputs. */
function whereTheyLie(input: SectionInput): readonly Block[] {
  const { summary } = input;
  const blocks: Block[] = [];
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
  return [...blocks, ...places(input)];
}

/** The latest attempts of the runs of the plan that are not done. */
function endedOf({ attempts }: SectionInput): readonly RunOutcome[] {
  return [...mergeOutcomes(attempts).values()].filter(
    ({ run, status }) => run > 0 && status === 'Failed',
  );
}

/** A cause on an axis: so much of it as tells it from others. */
function shortCause({ reason, message }: FailureGroup): string {
  const [first = ''] = message.trim().split('\n');
  // What the log says tells causes apart; the exit code is told by the reason, and stands in the numbers.
  const line = first.replace(/^.*?; the log says: (?=\S)/u, '');
  const words = line === '' ? reason : `${reason}: ${line}`;
  return words.length <= mostLetters ? words : `${words.slice(0, mostLetters - 1)}…`;
}

/** The two inputs that failures go together with, else the first two. */
function places({ summary, numericInputs, runs }: SectionInput): readonly Block[] {
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
      caption: `Crosses are failed runs, points those that are done${
        runs.states.every((state) => state === 'Done' || state === 'Failed')
          ? ''
          : ', small grey ones all others'
      }, over ${x} and ${y}.${sampleWords(runs)}`,
      plot: { kind: 'scatters', across: 1, panels: [{ x, y }] },
      trust: [],
    }),
  ];
}
