/** An amendment as the reader sees it before anything is kept. */
import type { AmendmentKind } from '../../study/amend/amend-rules.ts';
import { countOf } from '../format-quantities.ts';
import type { Block, View } from '../output/view.ts';
import { reusedWords } from '../plan/plan-with-reuse.ts';
import { moreWords } from './amendment-cost.ts';
import { anewBlocks } from './anew-blocks.ts';
import { hardwareRows } from './hardware-rows.ts';
import { rangesOf } from './ranges-of.ts';
import type { ReadAmendment } from './read-amendment.ts';
import { pathWord } from '../../quote-shell.ts';

/** Runs that are named. */
const shown = 10;

/** In the order in which they are told. */
const kinds: Readonly<Record<AmendmentKind, (amendment: ReadAmendment) => string>> = {
  runs: () => 'further runs; those that the study has keep their numbers and values',
  again: () =>
    'run again, as amended; the result of each stays until it is done anew, also where it fails then',
  withdrawn: ({ chosen: { kept } }) =>
    `withdrawn: they stay in the table, are not run and cost nothing; --bring-back has them run after all${kept.length === 0 ? '' : ` (kept, as they have begun: ${rangesOf(kept)})`}`,
  back: () => 'brought back: they run as further jobs',
  how: ({ notStarted, stands }) =>
    stands.ended === undefined
      ? `how runs are made: for the ${countOf(notStarted, 'planned run')} that no job has yet, and for what is added or run again; what was submitted runs to its end as it was`
      : 'how runs are made: for what is added or run again; runs that have ended keep theirs',
  hardware: (amendment) =>
    amendment.hardware?.after.cluster !== undefined
      ? `hardware of the study’s cluster: ${amendment.stands.ended === undefined ? `for ${leftToRun(amendment)}, and for what is added, run again or repeated; jobs that are under way end on the cluster that it has, which is ended then, and the next one is made so` : 'for what is added or run again'}`
      : amendment.stands.ended === undefined
        ? `hardware: of the jobs for ${leftToRun(amendment)}, and for what is added, run again or repeated; jobs that were made keep theirs`
        : 'hardware: of the jobs for what is added or run again; those that have ended keep theirs',
  outputs: ({ recomputed, readsAnew }) =>
    readsAnew !== undefined
      ? `outputs and expressions: ${countOf(readsAnew.runs, 'collected attempt')} read anew from the collected files; what is collected from now on is read so`
      : `outputs and expressions: ${countOf(recomputed?.outcomes.length ?? 0, 'run')} read anew from the collected files, none is run`,
  findings: () => 'findings and statistics: computed anew when the study ends, none is run',
  limits: () => 'limits, from now on',
  concurrency: () => 'how many jobs run at a time, from now on',
  words: () => 'words',
};

/** Runs of an open study for which other hardware holds, beside those that are added or repeated. */
function leftToRun({ notStarted, goingOn }: ReadAmendment): string {
  const stopped =
    goingOn === 0 ? '' : `, for ${countOf(goingOn, 'run')} whose job was stopped or never sent`;
  return `the ${countOf(notStarted, 'planned run')} that no job has yet${stopped}`;
}

/** @param applied the revision that it became; absent while it is only planned */
export function describeAmendment(amendment: ReadAmendment, applied?: number): View {
  const {
    stands,
    newest,
    difference,
    cost,
    recomputed,
    readsAnew,
    amended: changed,
    chosen,
  } = amendment;
  const { amended, refused, added } = difference;
  const { studyId } = stands;
  const isEmpty = amended.length === 0 && refused.length === 0;
  const count = added === undefined ? 0 : added.last - added.first + 1;
  const rows: (readonly [string, string])[] = [
    ['study', studyId],
    ['stands at', `revision ${newest.revision}`],
    ...(added === undefined
      ? []
      : [
          [
            'further runs',
            `${count} (${added.first} to ${added.last}), in ${countOf(cost.jobs, 'job')}`,
          ] as const,
        ]),
    ...(amendment.again.length === 0
      ? []
      : [
          [
            'run again',
            `${countOf(amendment.again.length, 'run')} (${rangesOf(amendment.again)})${added === undefined ? `, in ${countOf(cost.jobs, 'job')}` : ''}`,
          ] as const,
        ]),
    ...chosenRows(chosen),
    ...(amendment.reused === undefined || amendment.reused.total === 0
      ? []
      : [['reused', reusedWords(amendment.reused, amendment.reused.total)] as const]),
    ...hardwareRows(amendment.hardware),
    ['cost', moreWords(cost)],
    ...(amendment.noRoom === undefined ? [] : [['budget', amendment.noRoom] as const]),
  ];
  return {
    json: {
      studyId,
      revision: newest.revision,
      applied: applied ?? null,
      equal: isEmpty,
      amended: amended.map(({ kind, words }) => ({ kind, what: words })),
      refused: refused.map(({ words, why }) => ({ what: words, why })),
      added: added === undefined ? null : { ...added, runs: count, jobs: cost.jobs },
      again: amendment.again,
      withdraws: chosen.withdraws,
      bringsBack: chosen.bringsBack,
      kept: chosen.kept,
      notStarted: amendment.notStarted,
      goingOn: amendment.goingOn,
      reused: amendment.reused ?? null,
      budget: amendment.noRoom ?? null,
      hardware: amendment.hardware ?? null,
      more: { coreHours: cost.coreHours, cost: cost.cost },
      recomputed:
        recomputed === undefined
          ? null
          : {
              runs: recomputed.outcomes.length,
              mended: recomputed.mended,
              notRead: recomputed.notRead,
            },
      readsAnew:
        readsAnew === undefined
          ? null
          : {
              runs: readsAnew.runs,
              mended: readsAnew.mended,
              failing: readsAnew.failing,
              lacking: [...readsAnew.lacking].map(([file, runs]) => ({ file, runs })),
            },
    },
    human: [
      { kind: 'facts', rows },
      ...(isEmpty ? [text('', 'Nothing differs: the study is so already.')] : []),
      ...kindBlocks(amendment),
      ...recomputedBlocks(amendment),
      ...anewBlocks(amendment),
      ...(refused.length === 0
        ? []
        : [
            text(
              '',
              'refused, so nothing can be applied:',
              ...refused.map(({ words, why }) => `  ${words}: ${why}`),
              '',
              `Take that back, or start a new study with \`reuse: true\` under \`execution\`: runs that are equal aren't paid for again.`,
            ),
          ]),
      {
        kind: 'next',
        commands:
          isEmpty || refused.length > 0
            ? [`doeflow status ${studyId}`]
            : [
                [
                  `doeflow amend ${studyId}`,
                  ...(changed.file === undefined ? [] : [pathWord(changed.file.look.source)]),
                  `--apply --on ${newest.revision}`,
                  ...optionOf('--rerun', amendment.again),
                  ...optionOf('--withdraw', chosen.withdraws),
                  ...optionOf('--bring-back', chosen.bringsBack),
                ].join(' '),
              ],
      },
    ],
    quiet: isEmpty ? 'same' : refused.length > 0 ? 'refused' : 'different',
  };
}

function chosenRows({
  withdraws,
  bringsBack,
}: ReadAmendment['chosen']): readonly (readonly [string, string])[] {
  const rows = [
    ['withdrawn', withdraws],
    ['brought back', bringsBack],
  ] as const;
  return rows.flatMap(([name, runs]) =>
    runs.length === 0 ? [] : [[name, `${countOf(runs.length, 'run')} (${rangesOf(runs)})`]],
  );
}

function optionOf(name: string, runs: readonly number[]): readonly string[] {
  return runs.length === 0 ? [] : [`${name} ${rangesOf(runs).replaceAll(' ', '')}`];
}

function kindBlocks(amendment: ReadAmendment): readonly Block[] {
  return (Object.keys(kinds) as AmendmentKind[]).flatMap((kind) => {
    const changes = amendment.difference.amended.filter((change) => change.kind === kind);
    if (changes.length === 0) return [];
    return [text('', `${kinds[kind](amendment)}:`, ...changes.map(({ words }) => `  ${words}`))];
  });
}

function recomputedBlocks({ recomputed }: ReadAmendment): readonly Block[] {
  if (recomputed === undefined) return [];
  const { mended, notRead } = recomputed;
  const left = notRead.length - shown;
  return [
    ...(mended.length === 0
      ? []
      : [
          text(
            `  ${countOf(mended.length, 'run')} that had failed for the outputs alone would be done: ${mended.slice(0, shown).join(', ')}${mended.length > shown ? ', …' : ''}`,
          ),
        ]),
    ...notRead.slice(0, shown).map(({ run, why }) => text(`  run ${run} lacks it: ${why}`)),
    ...(left > 0 ? [text(`  and ${countOf(left, 'other run')} (--json names all)`)] : []),
  ];
}

function text(...lines: readonly string[]): Block {
  return { kind: 'text', lines };
}
