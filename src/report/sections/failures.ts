import { absentWords, countAbsent } from '../../run/absent-runs.ts';
import { biasedRuns, describeBias, describeTest } from '../../analysis/index.ts';
import { groupFailures, type FailureGroup } from '../../run/group-failures.ts';
import { mergeOutcomes, type RunOutcome } from '../../run/run-outcome.ts';
import { failedInExpression } from '../../study/failed-expressions.ts';
import { absent as nothing, countOf, figureBlock } from '../figure-block.ts';
import type { Block } from '../report.ts';
import { sampleWords } from '../sample-words.ts';
import type { MakeSection, SectionInput } from '../section-input.ts';

const shownRuns = 8;
const mostMessage = 600;
/** Letters of a cause beside its bar. */
const mostLetters = 60;
/** Causes in the figure, and of these those whose message stands below it; the table of numbers has all. */
const mostCauses = 15;
const mostSources = 8;

/** Failed and stopped runs by cause, where the failed ones lie among the inputs, what they said, and how to go on. */
export const failuresSection: MakeSection = (input) => {
  const failed = failedOf(input);
  const absent = countAbsent(input.table.absences ?? []);
  const groups = groupFailures(failed);
  const count = groups.reduce((sum, { runs }) => sum + runs.length, 0);
  if (count === 0) {
    return { id: 'failures', title: 'Failures', blocks: [nothing('No run failed.')] };
  }
  const stopped = failed.filter(({ reason }) => reason === 'stopped').length;
  const kinds = { failed: count - stopped, stopped };
  const missing = absent.reduce((sum, one) => sum + one.count, 0);
  const shown = groups.slice(0, mostCauses);
  const blocks: Block[] = [
    figureBlock({
      id: 'failures',
      title: `${kindWords(kinds)} runs by cause`,
      caption: `${countOf(missing, 'run')} of ${input.table.accepted.length} ${missing === 1 ? 'is' : 'are'} missing: ${absentWords(absent)}. A bar stands for runs whose latest attempt ${endWords(kinds)}. Runs with the same reason, exit code and message, but for its numbers, are one cause.${
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
  ];
  if (kinds.failed > 0) blocks.push(...whereTheyLie(input));
  for (const { reason, message, example } of shown.slice(0, mostSources)) {
    if (message === '') continue;
    const text = message.slice(0, mostMessage);
    blocks.push({ kind: 'source', title: `${reason}: run ${example.run}`, text });
  }
  blocks.push(...howToGoOn(input, failed, kinds));
  const title = stopped === 0 ? 'Failures' : `${kindWords(kinds)} runs`;
  return { id: 'failures', title, blocks };
};

/** How many runs failed, and how many were stopped on purpose: nothing of these failed. */
interface Kinds {
  readonly failed: number;
  readonly stopped: number;
}

function kindWords({ failed, stopped }: Kinds): string {
  if (stopped === 0) return 'Failed';
  return failed === 0 ? 'Stopped' : 'Failed and stopped';
}

function endWords({ failed, stopped }: Kinds): string {
  const byWhom = 'was stopped, by a person or a guard';
  if (failed === 0) return `${byWhom}: nothing of them failed`;
  return stopped === 0 ? 'failed' : `failed or ${byWhom}`;
}

/** The commands that help in the state that the study is in. */
function howToGoOn(
  { summary, snapshot: { studyId }, isStudyOver }: SectionInput,
  all: readonly RunOutcome[],
  { failed, stopped }: Kinds,
): readonly Block[] {
  const isPaused = !isStudyOver && summary.status === 'Paused';
  const canChange = all.some((outcome) => !failedInExpression(outcome));
  const blocks: Block[] = [];
  const offer = (title: string, ...commands: readonly string[]): void => {
    const lines = commands.map((words) => `doeflow ${words}`);
    blocks.push({ kind: 'source', title, text: lines.join('\n') });
  };
  if (isPaused) {
    offer(`To go on${stopped > 0 ? ', also with what was stopped' : ''}`, `resume ${studyId}`);
  }
  if (isStudyOver || failed > 0) {
    const again = isPaused ? 'To go on, and run what failed again' : 'To run them again';
    offer(
      canChange ? again : 'What they said in full',
      ...(failed > 0 ? [`logs ${studyId}`] : []),
      ...(canChange ? [`retry ${studyId} --failed`] : []),
    );
  } else if (!isPaused) offer('To see what becomes of them', `status ${studyId}`);
  if (!canChange) {
    blocks.push(
      nothing(
        'Nothing to run again: they failed in an expression of the study alone, which gives the same for the same outputs.',
      ),
    );
  }
  return blocks;
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

/** The latest attempts of the runs of the plan, which `doeflow status` and `logs` group by cause, too. */
function failedOf({ attempts }: SectionInput): readonly RunOutcome[] {
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
