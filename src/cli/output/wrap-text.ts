/** Text folded between its words, for a terminal of a given width. Pure. */

/** A command as it may be copied: its verb, and what behind it looks like its arguments. */
const command =
  /\bdoeflow(?: -{1,2}[\w-]+(?:[ =][^\s;,]+)?)* [a-z]+(?: (?:-{1,2}[\w-]+|"[^"]*"|'[^']*'|[A-Z]+\b|[^\s;,]*[\d/][^\s;,]*))*/gu;

/** Characters in which blanks of a command are kept while the text is cut. */
const glue = '\u0000';

/** How many columns a text takes. */
export function widthOf(text: string): number {
  return [...text].length;
}

/**
 * Folds each line of `text` that is wider than `columns`, between words; a command that fits on a line of its own stays whole, and so does a single word that is too
 * wide. Further lines begin with the blanks that their first one begins with, and `hanging` more.
 */
export function wrapText(text: string, columns: number, hanging = 0): string {
  return text
    .split('\n')
    .flatMap((line) => wrapLine(line, columns, hanging))
    .join('\n');
}

function wrapLine(line: string, columns: number, hanging: number): readonly string[] {
  if (widthOf(line) <= columns) return [line];
  const [start = ''] = /^ */u.exec(line) ?? [];
  const further = start + ' '.repeat(hanging);
  const room = columns - widthOf(further);
  const glued = line
    .slice(start.length)
    .replaceAll(command, (whole) => (widthOf(whole) <= room ? whole.replaceAll(' ', glue) : whole));
  const lines: string[] = [];
  let current = start;
  let isEmpty = true;
  for (const [, blanks = '', word = ''] of glued.matchAll(/( *)([^ ]+)/gu)) {
    const grown = isEmpty ? `${current}${word}` : `${current}${blanks}${word}`;
    if (isEmpty || widthOf(grown) <= columns) current = grown;
    else {
      lines.push(current);
      current = `${further}${word}`;
    }
    isEmpty = false;
  }
  return [...lines, current].map((each) => each.replaceAll(glue, ' '));
}
