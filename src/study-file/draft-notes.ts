/** What still stands in a study file as `doeflow init` drafted it. Pure. */
import type { Variable } from '../study/study.ts';
import type { IssueList } from './issues.ts';

/** Above the list of what a person has to fill in. */
export const fillInTitle = 'To fill in:';

/** What is drafted for a variable whose range nobody said. */
export const drafted = {
  settings: { minvalue: 0, maxvalue: 1 },
  remark: 'fill in its range: 0 to 1 stands for it',
} as const;

/** How the line begins that asks for outputs. */
export const outputToFillIn = 'at least one output';

const rangeToFillIn = /^the range of /u;

/** Warns of what a draft leaves to fill in: it runs as it is, and its results would mean nothing. */
export function warnOfDraft(
  text: string,
  { file, variables }: { readonly file: string; readonly variables: readonly Variable[] },
  issues: IssueList,
): void {
  const lines = text.split(/\r?\n/u);
  for (const [index, line] of lines.entries()) {
    const [, name] = /\bname: "?([\w-]+)/u.exec(line) ?? [];
    const isDrafted = /\bminvalue: 0, maxvalue: 1\b/u.test(line);
    if (!line.trimEnd().endsWith(`# ${drafted.remark}`) || !isDrafted) continue;
    const said = `The range of ${name ?? 'this variable'} is the one that \`doeflow init\` drafted, 0 to 1: nobody has said another`;
    const hint = 'write its range; where 0 to 1 is right, delete the remark behind it';
    issues.warn({ place: { file, line: index + 1, column: 1 }, message: said, hint });
  }
  const hasOutput = variables.some(isRead);
  const open = toFillIn(lines).filter(
    ({ said }) => !(said.startsWith(outputToFillIn) && hasOutput) && !rangeToFillIn.test(said),
  );
  for (const { said, line } of open) {
    issues.warn({
      place: { file, line, column: 1 },
      message: `This study is a draft of \`doeflow init\`. To fill in: ${said}`,
      hint: 'fill it in, then delete this line',
    });
  }
  if (hasOutput || open.some(({ said }) => said.startsWith(outputToFillIn))) return;
  issues.warn({
    place: { path: ['variables'], atKey: true },
    message: 'The study reads no output: its results will be the inputs, and how each run ended',
    hint: 'add one, such as `{name: mass, type: Output, from: {file: result.txt, key: mass}}`',
  });
}

/** The list at the top of a draft. */
function toFillIn(lines: readonly string[]) {
  const title = lines.indexOf(`# ${fillInTitle}`);
  const found: { readonly said: string; readonly line: number }[] = [];
  for (let at = title + 1; title >= 0 && lines[at]?.startsWith('# - ') === true; at += 1) {
    found.push({ said: lines[at]?.slice('# - '.length) ?? '', line: at + 1 });
  }
  return found;
}

/** Whether it is read from what a run leaves. */
function isRead(variable: Variable): boolean {
  if (variable.type === 'Output') return true;
  const isJudged = variable.type === 'Constraint' || variable.type === 'Objective';
  return isJudged && variable.source !== undefined;
}
