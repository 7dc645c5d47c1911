/** Texts with their comments blanked: what stands in a comment is used by nobody. */
import { ShellText } from './shell-text.ts';

/** Files whose comments begin with `#`, by the ends of their names and by what starts them. */
const hashFile = /\.(?:sh|bash|ksh|zsh|py|pyw|r|jl|pl|rb|tcl|awk)$/iu;
const hashProgram =
  /^#!.*\b(?:sh|bash|ksh|zsh|dash|python[\d.]*|Rscript|julia|perl|ruby|tclsh|awk|gawk)\b/u;

/** The commands with spaces for their comments, so that all else keeps its place. */
export function commandsWithoutComments(text: string): string {
  return text.includes('#') ? blanked(text, commentsIn(new ShellText(text, () => false))) : text;
}

/** The commands with spaces for the here-documents that no shell reads as commands. */
export function commandsWithoutDocuments(text: string): string {
  return text.includes('<<')
    ? blanked(text, new ShellText(text, () => false).plainDocuments)
    : text;
}

/** A file of the study with spaces for its comments, as far as they are surely comments; other kinds of file stay as they are. */
export function fileWithoutComments(name: string, text: string): string {
  if (!hashFile.test(name) && !hashProgram.test(text)) return text;
  const whole = text.replaceAll(/^[ \t]*#.*$/gmu, spaces);
  // Behind code a # may stand in a text that goes over several lines.
  if (/"""|'''|<</u.test(whole)) return whole;
  return whole.replaceAll(
    /^([^\n#'"`\\/]*[ \t])(#.*)$/gmu,
    (_, code: string, comment: string) => code + spaces(comment),
  );
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

function commentsIn({ comments, scripts }: ShellText): readonly Stretch[] {
  const inScripts = scripts.flatMap(({ script: { offsets }, text }) =>
    commentsIn(text).map(({ start, end }) => {
      const first = offsets[start] ?? 0;
      return { start: first, end: (offsets[end - 1] ?? first - 1) + 1 };
    }),
  );
  return [...comments, ...inScripts];
}

function blanked(text: string, stretches: readonly Stretch[]): string {
  let result = text;
  for (const { start, end } of stretches) {
    result = result.slice(0, start) + spaces(text.slice(start, end)) + result.slice(end);
  }
  return result;
}

function spaces(text: string): string {
  return text.replaceAll(/[^\n]/gu, ' ');
}
