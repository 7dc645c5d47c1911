/** What a comparison of two studies came to, for people and programs. */
import { printNumber } from '../../numbers/index.ts';
import type { OutcomeValue } from '../../run/run-outcome.ts';
import { firstRevision } from '../../run/first-revision.ts';
import { revisionCounts, type RunsOfRevision } from '../../run/revision-of.ts';
import type { Tolerance } from '../../study/study.ts';
import { showing } from '../analysis/titled-table.ts';
import { countOf } from '../format-quantities.ts';
import type { Block, View } from '../output/view.ts';
import type { NamesApart, StudyComparison, StudyResponse } from './compare-studies.ts';
import type { StoredStudy } from './stored-study.ts';

/** Values, and runs of one side, that are shown to people. */
const mostShown = 10;

/** The view of `doeflow compare`. */
export function describeComparison(
  first: StoredStudy,
  second: StoredStudy,
  comparison: StudyComparison,
): View {
  const { responses, movedValues } = comparison;
  const hasCompared = responses.some(({ compared }) => compared > 0);
  const result = resultWords(comparison);
  const differences = differenceLines(comparison);
  return {
    json: {
      first: sideOf(first),
      second: sideOf(second),
      samePlan: first.snapshot.planHash === second.snapshot.planHash,
      ...comparison,
      runs: {
        matched: comparison.runs.pairs.length,
        onlyInFirst: comparison.runs.onlyInFirst,
        onlyInSecond: comparison.runs.onlyInSecond,
      },
    },
    human: [
      {
        kind: 'facts',
        rows: [
          ['first', sideWords(first)],
          ['second', sideWords(second)],
          ['inputs', inputWords(first, second, comparison)],
          ...revisionRows(comparison),
          ['result', result.long],
        ],
      },
      ...(differences.length === 0
        ? []
        : [{ kind: 'text', lines: ['', ...differences] } as const satisfies Block]),
      ...(hasCompared ? responseBlocks(responses) : [apart(first, second)]),
      ...(movedValues.length === 0
        ? []
        : ([
            { kind: 'text', lines: ['', 'beyond their tolerances:'] },
            {
              kind: 'table',
              head: ['run', 'response', 'first', 'second'],
              rows: movedValues
                .slice(0, mostShown)
                .map(({ run, response, before, now }) => [
                  String(run),
                  response,
                  valueText(before),
                  valueText(now),
                ]),
              right: [0, 2, 3],
            },
          ] as const)),
      ...(comparison.moved > mostShown
        ? [
            {
              kind: 'text',
              lines: [`… ${countOf(comparison.moved - mostShown, 'more value')}; see --json`],
            } as const,
          ]
        : []),
    ],
    quiet: result.short,
  };
}

/** Whether there is anything to hold against each other at all. */
function resultWords({ equal, inputs, runs, responses }: StudyComparison) {
  if (equal) return { short: 'equal', long: 'equal within the tolerances' };
  const short = 'not comparable';
  if (inputs.onlyInFirst.length + inputs.onlyInSecond.length > 0) {
    return { short, long: `${short}: their inputs have different names` };
  }
  if (runs.pairs.length === 0) {
    return { short, long: `${short}: no run of one has the inputs of a run of the other` };
  }
  if (!responses.some(({ compared }) => compared > 0)) {
    return {
      short,
      long: `${short}: no run of equal inputs is done in both with the same response`,
    };
  }
  return { short: 'different', long: 'different' };
}

/** What each of two studies without a run in common says by itself. */
function apart(first: StoredStudy, second: StoredStudy): Block {
  return {
    kind: 'next',
    commands: [first, second].map(({ studyId }) => `doeflow analyze ${studyId}`),
  };
}

function sideOf({ studyId, snapshot, ended }: StoredStudy) {
  return {
    studyId,
    name: snapshot.studyName,
    planHash: snapshot.planHash,
    status: ended?.state ?? null,
  };
}

function sideWords({ studyId, ended }: StoredStudy): string {
  return `${studyId} (${ended?.state ?? 'not ended yet: what was collected so far'})`;
}

function inputWords(
  first: StoredStudy,
  second: StoredStudy,
  { inputs, runs }: StudyComparison,
): string {
  if (inputs.onlyInFirst.length + inputs.onlyInSecond.length > 0) {
    return 'not comparable: they have different names';
  }
  const { pairs, onlyInFirst, onlyInSecond } = runs;
  if (onlyInFirst.length + onlyInSecond.length > 0) {
    return `${countOf(pairs.length, 'run')} of equal inputs, ${onlyInFirst.length} only in the first, ${onlyInSecond.length} only in the second`;
  }
  const plan = first.snapshot.planHash === second.snapshot.planHash ? ', of the same plan' : '';
  return `the same in all ${countOf(pairs.length, 'run')}${plan}`;
}

/** Only where a study has runs of mended files: their results may differ for that alone. */
function revisionRows({ revisions }: StudyComparison): readonly (readonly [string, string])[] {
  return (['first', 'second'] as const).flatMap((side) =>
    revisions[side].every(({ revision }) => revision === firstRevision)
      ? []
      : [[`files of the ${side}`, revisionsText(revisions[side])] as const],
  );
}

function revisionsText(revisions: readonly RunsOfRevision[]): string {
  return `${revisions.length > 1 ? 'mixed: ' : ''}${revisionCounts(revisions)}`;
}

function differenceLines(comparison: StudyComparison): readonly string[] {
  const { inputs, responsesApart, runs, lostRuns, gainedRuns } = comparison;
  return [
    ...nameLines('inputs', inputs),
    ...nameLines('responses', responsesApart),
    ...listLine('runs only in the first', runs.onlyInFirst),
    ...listLine('runs only in the second (its numbers)', runs.onlyInSecond),
    ...listLine('done in the first only', lostRuns),
    ...listLine('done in the second only', gainedRuns),
  ];
}

function nameLines(what: string, { onlyInFirst, onlyInSecond }: NamesApart): readonly string[] {
  return [
    ...listLine(`${what} only in the first`, onlyInFirst),
    ...listLine(`${what} only in the second`, onlyInSecond),
  ];
}

function listLine(what: string, items: readonly (string | number)[]): readonly string[] {
  if (items.length === 0) return [];
  const more = items.length > mostShown ? ` and ${items.length - mostShown} more` : '';
  return [`${what}: ${items.slice(0, mostShown).join(', ')}${more}`];
}

function responseBlocks(responses: readonly StudyResponse[]): readonly Block[] {
  return [
    {
      kind: 'text',
      lines: [
        '',
        'runs that are done in both, and the one that is furthest apart, by its number in the first:',
      ],
    },
    {
      kind: 'table',
      head: ['response', 'tolerance', 'runs', 'beyond', 'furthest in run', 'absolute', 'relative'],
      rows: responses.map((own) => [
        own.response,
        toleranceText(own.tolerance),
        String(own.compared),
        String(own.moved),
        ...furthestOf(own),
      ]),
      right: [2, 3, 4, 5, 6],
    },
    { kind: 'text', lines: ['', 'statistics:'] },
    {
      kind: 'table',
      head: ['response', 'mean', 'of the second', 'deviation', 'of the second'],
      rows: responses.map((own) => [
        own.response,
        ...meansOf(own),
        ...[own.first.standardDeviation, own.second.standardDeviation].map(short),
      ]),
      right: [1, 2, 3, 4],
    },
  ];
}

function toleranceText({ abs, rel }: Tolerance): string {
  const parts = [
    ...(rel === undefined ? [] : [`rel ${printNumber(rel)}`]),
    ...(abs === undefined ? [] : [`abs ${printNumber(abs)}`]),
  ];
  return parts.length === 0 ? 'none' : parts.join(', ');
}

/** The run whose values are furthest apart by the measure of its tolerance, and both differences of that run. */
function furthestOf({ compared, moved, furthest }: StudyResponse): readonly string[] {
  if (furthest === undefined) {
    // Without a difference of numbers, what moved is missing or no number on one side.
    return moved === 0 && compared > 0 ? ['', '0', '0'] : ['', '', ''];
  }
  const { run, before, difference } = furthest;
  return [String(run), short(difference), before === 0 ? '' : short(difference / Math.abs(before))];
}

/** Both means, with as many digits as it takes that the scatter shows, and that means that differ read differently. */
function meansOf({ first, second }: StudyResponse): readonly string[] {
  const means = [first.mean, second.mean];
  const known = means.flatMap((mean) => mean ?? []);
  const scatter = known.map((mean) => mean + (first.standardDeviation ?? 0));
  const texts = [showing([...known, ...scatter], 4), showing(known, 4), printNumber]
    .map((show) => means.map((mean) => (mean === null ? '' : printNumber(Number(show(mean))))))
    .find(([one, other]) => one !== other || first.mean === second.mean);
  return texts ?? [];
}

function short(value: number | null): string {
  return value === null ? '' : printNumber(Number(value.toPrecision(4)));
}

function valueText(value: OutcomeValue): string {
  if (value === null) return 'missing';
  return typeof value === 'number' ? printNumber(value) : String(value);
}
