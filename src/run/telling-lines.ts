/** Which lines of a program's log tell why it failed. */

const errorLine =
  /error|exception|fatal|traceback|abort|segmentation|not found|no such|cannot|can't|denied|diverged/iu;
/** What solvers say where nothing is called an error, such as ngspice of a netlist that asks for nothing. */
const doubtfulLine =
  /\bno simulations? run\b|(?<!\b0 )\bfail(?:ed|ure|s)\b|\b(?:not|no) converge|\bunable to\b|\binvalid\b|\bunrecogni[sz]ed\b|\brefused\b|\bsingular\b|\btime ?step too small\b|\biteration limit\b/iu;
/** Python prints the cause last, behind the place. */
const notACause = /^(?:Traceback|File "|\^+$)/u;
/** What programs print last, when they have told the cause: that they end, and that there was one; and what CalculiX prints behind a cause. */
const consequences = [
  /\babort(?:ed|ing)?\W*$/iu,
  /\b(?:exit|terminat)(?:ed|ing)\W*$|\bstops?\W*$|\binterrupted\b/iu,
  /\bdue to (?:an? |the )?(?:\w+ )?errors?\W*$|\bat least one (?:fatal )?error\b/iu,
  /\berrors? (?:was |were |have been |has been )?(?:found|detected|encountered|occurred)\W*$/iu,
  /\b(?:see|check) (?:above|the log)\b/iu,
  /\bat least one fatal\W*$|\berror message while reading the\W*$|\bcard image:/iu,
];

export interface TellingLine {
  /** The last line that tells of an error, rather than that there was one; with the next, where it goes on there. */
  readonly error: string | undefined;
  /** The last one that may tell of one. */
  readonly doubtful: string | undefined;
}

/** The lines of a log that tell most of why its program failed. @param raw with their indentation, without empty ones */
export function tellingLine(raw: readonly string[]): TellingLine {
  const lines = raw.map((line) => line.trim());
  const at = lines.findLastIndex((line) => isCause(line) && !isConsequence(line));
  const doubtful = lines.findLast((line) => doubtfulLine.test(line) && !isConsequence(line));
  if (at !== -1) return { error: withFurther(raw, at), doubtful };
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
  const tells = (line: string): boolean => isCause(line.trim()) && !isConsequence(line);
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

function isConsequence(line: string): boolean {
  return consequences.some((one) => one.test(line.trimEnd()));
}

/** With the next line, where that is announced, or is the rest of a sentence. */
function withFurther(raw: readonly string[], at: number): string {
  const line = raw[at]?.trim() ?? '';
  const next = raw[at + 1] ?? '';
  const isRest = !/[.!?;]$/u.test(line) && /^\s{2,}\p{Ll}/u.test(next);
  return next !== '' && (line.endsWith(':') || isRest) ? `${line} ${next.trim()}` : line;
}
