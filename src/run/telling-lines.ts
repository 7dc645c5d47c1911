/** Which lines of a program's log tell why it failed. */

const errorLine =
  /error|exception|fatal|traceback|abort|segmentation|not found|no such|cannot|can't|denied|diverged/iu;
/** What solvers say where nothing is called an error, such as ngspice of a netlist that asks for nothing. */
const doubtfulLine =
  /\bno simulations? run\b|(?<!\b0 )\bfail(?:ed|ure|s)\b|\b(?:not|no) converge|\bunable to\b|\binvalid\b|\bunrecogni[sz]ed\b|\brefused\b|\bsingular\b|\btime ?step too small\b|\biteration limit\b/iu;
/** Python prints the cause last, behind the place. */
const notACause = /^(?:Traceback|File "|\^+$)/u;
/** What programs print last, when they have told the cause: that they end, and that there was one. */
const consequence =
  /\babort(?:ed|ing)?\W*$|\binterrupted\b|\bexit(?:ed|ing)?\W*$|\bdue to (?:an? |the )?(?:\w+ )?errors?\W*$|\berrors? (?:was |were |have been |has been )?(?:found|detected|encountered|occurred)\W*$|\b(?:see|check) (?:above|the log)\b|\bterminat(?:ed|ing)\W*$/iu;

export interface TellingLine {
  /** The last line that tells of an error, rather than that there was one; with the next, where it announces that. */
  readonly error: string | undefined;
  /** The last one that may tell of one. */
  readonly doubtful: string | undefined;
}

/** The lines of a log that tell most of why its program failed. @param lines without empty ones */
export function tellingLine(lines: readonly string[]): TellingLine {
  const at = lines.findLastIndex((line) => isCause(line) && !consequence.test(line));
  const doubtful = lines.findLast((line) => doubtfulLine.test(line) && !consequence.test(line));
  if (at !== -1) return { error: withAnnounced(lines, at), doubtful };
  const end = lines.findLast(isCause);
  return { error: end === undefined ? undefined : (doubtful ?? end), doubtful };
}

/**
 * The end of a log, or, where its end tells of no error, the lines that do with the two behind each, and what is left of the end.
 * @param count lines, without those that stand for what is left out
 */
export function tellingExcerpt(text: string, count: number): string {
  const lines = text.replace(/\n$/u, '').split('\n');
  const end = Math.max(0, lines.length - count);
  const tells = (line: string): boolean => isCause(line.trim()) && !consequence.test(line.trim());
  const isToldByEnd = end === 0 || lines.slice(end).some(tells);
  const shown = new Set<number>();
  for (let at = isToldByEnd ? -1 : end - 1; at >= 0; at -= 1) {
    if (!tells(lines[at] ?? '')) continue;
    const further = [at, at + 1, at + 2].filter((one) => !shown.has(one));
    if (shown.size + further.length > count * 0.7) break;
    for (const one of further) shown.add(one);
  }
  if (shown.size === 0) return `${lines.slice(end).join('\n')}\n`;
  for (let at = lines.length - 1; shown.size < count; at -= 1) shown.add(at);
  const kept = [...shown].sort((a, b) => a - b);
  const told = kept.flatMap((at, index) => {
    const isNext = at === (kept[index - 1] ?? -1) + 1;
    return isNext ? [lines[at] ?? ''] : ['…', lines[at] ?? ''];
  });
  return `${told.join('\n')}\n`;
}

function isCause(line: string): boolean {
  return errorLine.test(line) && !notACause.test(line);
}

function withAnnounced(lines: readonly string[], at: number): string | undefined {
  const line = lines[at];
  const next = lines[at + 1];
  return line?.endsWith(':') === true && next !== undefined ? `${line} ${next}` : line;
}
