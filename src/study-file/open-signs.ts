/** Brackets and quotes of a YAML text that stay open, by a look at its signs. */

/** A bracket or quote, and where it stands in the text. */
export interface OpenSign {
  readonly sign: string;
  readonly offset: number;
}

/** @returns the innermost bracket that is open at `end`, or the quote of a text that no line closes */
export function findOpenSign(text: string, end: number): OpenSign | undefined {
  const open: OpenSign[] = [];
  let index = 0;
  while (index < end) {
    const sign = text[index] ?? '';
    if (sign === '#' && /\s|^$/u.test(text[index - 1] ?? '')) {
      index = lineEnd(text, index);
    } else if ((sign === '"' || sign === "'") && /[\s[{,:]|^$/u.test(text[index - 1] ?? '')) {
      const close = closingQuote(text, index);
      if (close === undefined || close >= lineEnd(text, index)) return { sign, offset: index };
      index = close;
    } else if (sign === '{' || sign === '[') {
      // `${x}` of a command opens nothing.
      if (text[index - 1] !== '$') open.push({ sign, offset: index });
    } else if (sign === '}' || sign === ']') {
      if (open.at(-1)?.sign === (sign === '}' ? '{' : '[')) open.pop();
    }
    index += 1;
  }
  return open.at(-1);
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function closingQuote(text: string, from: number): number | undefined {
  const quote = text[from];
  for (let index = from + 1; index < text.length; index += 1) {
    if (quote === '"' && text[index] === '\\') index += 1;
    else if (text[index] === quote) {
      if (quote === '"' || text[index + 1] !== "'") return index;
      index += 1;
    }
  }
  return undefined;
}
