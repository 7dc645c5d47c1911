/** The difference of two plans, as the reader sees it. */
import { countOf } from '../format-quantities.ts';
import { shortLines } from '../output/short-lines.ts';
import type { Block, View } from '../output/view.ts';
import type { ChangedFile } from './diff-files.ts';
import { changedSettingWords } from '../../study/changed-settings.ts';
import { diffSections, type PlanDiff, type PlanSide } from './diff-plans.ts';
import type { ChangedRows, RowOfOnePlan } from './diff-rows.ts';

/** Lines of a file that are shown on each side. */
const shownLines = 8;

/** `+` is what the plan has and the other study hasn't, `-` the reverse. */
export function describeDiff(diff: PlanDiff, before: PlanSide, after: PlanSide): View {
  const { equal, settings, rows, files } = diff;
  const parts = [
    ...diffSections.map(
      (section) => [section, settings[section].map(changedSettingWords)] as const,
    ),
    ['runs', rowLines(rows)] as const,
    ['files', files.flatMap(fileLines)] as const,
  ];
  const facts: Block = {
    kind: 'facts',
    rows: [
      ['study', `${after.study.name} (${after.name})`],
      ['compared with', before.name],
    ],
  };
  return {
    json: { study: after.study.name, comparedWith: before.name, equal, ...settings, rows, files },
    human: shortLines([
      facts,
      ...(equal
        ? [text(['', 'Both plans are the same: settings, rows and files.'])]
        : parts.flatMap(([title, lines]) =>
            lines.length === 0
              ? []
              : [text(['', `${title}:`, ...lines.map((line) => `  ${line}`)])],
          )),
    ]),
    quiet: equal ? 'same' : 'different',
  };
}

function text(lines: readonly string[]): Block {
  return { kind: 'text', lines };
}

function rowLines(rows: ChangedRows): readonly string[] {
  const { before, after, same, renumbered, added, removed } = rows;
  if (added === 0 && removed === 0 && renumbered === 0) return [];
  const numbers = renumbered === 0 ? '' : `, ${renumbered} of them under other numbers`;
  return [
    `${countOf(before, 'run')} -> ${after}: ${added} added, ${removed} removed, ${same} the same${numbers}`,
    ...rows.removedRows.map((row) => `- ${rowText(row)}`),
    ...more(removed - rows.removedRows.length, 'removed run'),
    ...rows.addedRows.map((row) => `+ ${rowText(row)}`),
    ...more(added - rows.addedRows.length, 'added run'),
  ];
}

function rowText({ run, values }: RowOfOnePlan): string {
  const cells = Object.entries(values).map(([name, value]) => `${name} = ${value}`);
  return `run ${run}: ${cells.join(', ')}`;
}

function fileLines({ path, role, change, lines }: ChangedFile): readonly string[] {
  if (lines === undefined) return [`${path} (${role}) ${change}`];
  const { from, before, after } = lines;
  return [
    `${path} (${role}) changed at line ${from}:`,
    ...before.slice(0, shownLines).map((line) => `  - ${line}`),
    ...more(before.length - shownLines, 'line').map((line) => `  - ${line}`),
    ...after.slice(0, shownLines).map((line) => `  + ${line}`),
    ...more(after.length - shownLines, 'line').map((line) => `  + ${line}`),
  ];
}

function more(count: number, noun: string): readonly string[] {
  return count <= 0 ? [] : [`… ${countOf(count, noun)} more`];
}
