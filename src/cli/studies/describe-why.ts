/** Why a run was run, or wasn't, in all voices. */
import type { PassedOver } from '../../store/index.ts';
import type { DifferingPart } from '../../study/run-key-parts.ts';
import { countOf } from '../format-quantities.ts';
import { shortLines } from '../output/short-lines.ts';
import type { Block, View } from '../output/view.ts';
import type { WhyRun } from './why-run.ts';

const hash = /^[0-9a-f]{64}/u;

/** What `doeflow why` shows. */
export function describeWhy(why: WhyRun): View {
  const { compared, parts, passedOver = [] } = why;
  const human: Block[] = [
    { kind: 'text', lines: [...verdictOf(why), ...passedOver.map(passedWords)] },
    ...(compared === undefined
      ? []
      : [{ kind: 'text' as const, lines: compared.differs.map(differenceWords) }]),
    { kind: 'text', lines: ['', 'What decides its result:'] },
    { kind: 'facts', rows: Object.entries(parts).map(([name, text]) => [name, shown(text)]) },
  ];
  return { json: why, human: shortLines(human), quiet: why.key };
}

function verdictOf({
  run,
  studyId,
  reuses,
  reusedFrom,
  passedOver,
  compared,
}: WhyRun): readonly string[] {
  const name = studyId === undefined ? `Run ${run}` : `Run ${run} of ${studyId}`;
  if (reusedFrom !== undefined) {
    const source = `${reusedFrom.studyId}/${reusedFrom.run}`;
    return [
      `${name} was not run: ${source} stands for it, as all that decides its result is equal.`,
    ];
  }
  if (compared === undefined) {
    return [
      studyId === undefined
        ? `${name} has nothing to be compared with: no study of the store has a finished run.`
        : `${name} has nothing to be compared with: no other study of the store had a finished run when this one was started.`,
    ];
  }
  const other = `${compared.studyId}/${compared.run}`;
  const { length } = compared.differs;
  if (length > 0) return [`${name} differs from ${other} in ${countOf(length, 'part')}:`];
  return [
    `${name} has the key of ${other}: all that decides its result is equal.`,
    equalWords({ studyId, reuses, passedOver }),
  ];
}

/** Why a run with an equal key stands for it, or doesn't. */
function equalWords({
  studyId,
  reuses,
  passedOver,
}: {
  readonly studyId: string | undefined;
  readonly reuses: boolean;
  readonly passedOver: WhyRun['passedOver'] | undefined;
}): string {
  if (!reuses) return 'With execution: {reuse: true} that run would stand for it.';
  if (studyId === undefined)
    return 'A start would take that run over, if what is kept of it is whole and has every output of this study.';
  return passedOver === undefined
    ? 'A study decides as it is planned, amended or started again what it reuses: then that run was not collected, or another run of this study has it.'
    : 'It was run nevertheless:';
}

/** Such as `  beam-1/3 does not stand for it: its file out.txt is gone`. */
function passedWords({ studyId, run, why }: PassedOver): string {
  return `  ${studyId}/${run} does not stand for it: ${why}`;
}

/** Such as `input w: 5 against 6`. */
function differenceWords({ part, here, there }: DifferingPart): string {
  if (here !== undefined && there !== undefined && hash.test(here) && hash.test(there)) {
    return `  ${part}: another content (SHA-256 ${shown(here)} against ${shown(there)})`;
  }
  return `  ${part}: ${side(here)} against ${side(there)}`;
}

function side(text: string | undefined): string {
  return text === undefined ? 'none' : shown(text);
}

/** A hash by its first letters. */
function shown(text: string): string {
  return text.replace(hash, (all) => `${all.slice(0, 12)}…`);
}
