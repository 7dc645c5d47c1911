/** Why a run was run, or wasn't, in all voices. */
import type { DifferingPart } from '../../study/run-key-parts.ts';
import { countOf } from '../format-quantities.ts';
import { shortLines } from '../output/short-lines.ts';
import type { Block, View } from '../output/view.ts';
import type { WhyRun } from './why-run.ts';

const hash = /^[0-9a-f]{64}/u;

/** What `doeflow why` shows. */
export function describeWhy(why: WhyRun): View {
  const { compared, parts } = why;
  const human: Block[] = [
    { kind: 'text', lines: verdictOf(why) },
    ...(compared === undefined
      ? []
      : [{ kind: 'text' as const, lines: compared.differs.map(differenceWords) }]),
    { kind: 'text', lines: ['', 'What decides its result:'] },
    { kind: 'facts', rows: Object.entries(parts).map(([name, text]) => [name, shown(text)]) },
  ];
  return { json: why, human: shortLines(human), quiet: why.key };
}

function verdictOf({ run, studyId, reuses, reusedFrom, compared }: WhyRun): readonly string[] {
  const name = studyId === undefined ? `Run ${run}` : `Run ${run} of ${studyId}`;
  if (reusedFrom !== undefined) {
    const source = `${reusedFrom.studyId}/${reusedFrom.run}`;
    return [
      `${name} was not run: ${source} stands for it, as all that decides its result is equal.`,
    ];
  }
  if (compared === undefined) {
    return [
      `${name} has nothing to be compared with: no other study of the store has a finished run.`,
    ];
  }
  const other = `${compared.studyId}/${compared.run}`;
  const { length } = compared.differs;
  if (length > 0) return [`${name} differs from ${other} in ${countOf(length, 'part')}:`];
  return [
    `${name} has the key of ${other}: all that decides its result is equal.`,
    reuses
      ? 'A study decides once, at its start, what it reuses: then that run was not finished, what is kept of it was changed, or another run of this study has it.'
      : 'With execution: {reuse: true} that run would stand for it.',
  ];
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
