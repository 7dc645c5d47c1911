/** What the shell takes a word for, without its quotes; undefined where it replaces a part of it. */
export function literalOf(raw: string): string | undefined {
  const part =
    /'(?<single>[^']*)'|"(?<double>(?:[^"\\$`]|\\.)*)"|\\(?<escaped>.)|(?<bare>[^'"\\$`]+)/suy;
  let text = '';
  while (part.lastIndex < raw.length) {
    const { single, double, escaped, bare } = part.exec(raw)?.groups ?? {};
    const found = single ?? double?.replace(/\\(["$`\\])/gu, '$1') ?? escaped ?? bare;
    if (found === undefined) return undefined;
    text += found;
  }
  return text;
}

/** A word as its program gets it, with a sign in place of what the shell replaces. */
export interface UnquotedWord {
  readonly text: string;
  /** Of each of its characters: where it stands in the text around. */
  readonly offsets: readonly number[];
  /** Whether the shell replaces nothing in it. */
  readonly isWhole: boolean;
}

/** Takes the quotes off a word. @param start of the word in the text around */
export function unquotedWord(raw: string, start: number): UnquotedWord {
  let text = '';
  const offsets: number[] = [];
  let isWhole = true;
  let quote = '';
  const take = (at: number): void => {
    text += raw.charAt(at);
    offsets.push(start + at);
  };
  for (let at = 0; at < raw.length; at += 1) {
    const char = raw.charAt(at);
    const next = raw.charAt(at + 1);
    if (quote === "'") {
      if (char === "'") quote = '';
      else take(at);
    } else if (char === '\\') {
      at += 1;
      if (quote === '"' && !/["$`\\\n]/u.test(next)) take(at - 1);
      if (next !== '\n') take(at);
    } else if (char === quote) quote = '';
    else if (quote === '' && (char === "'" || char === '"')) quote = char;
    else if (quote === '' && char === '$' && next === "'") {
      at += 1;
      quote = "'";
    } else if (char === '`' || (char === '$' && /[\w{(@*#?!$-]/u.test(next))) {
      isWhole = false;
      text += 'x';
      offsets.push(start + at);
      at = endOfExpansion(raw, at) - 1;
    } else take(at);
  }
  return { text, offsets, isWhole };
}

/** @param at where the expansion begins @returns where what stands behind it begins */
function endOfExpansion(raw: string, at: number): number {
  if (raw.charAt(at) === '`') {
    const end = raw.indexOf('`', at + 1);
    return end < 0 ? raw.length : end + 1;
  }
  const opening = raw.charAt(at + 1);
  const closing = { '{': '}', '(': ')' }[opening];
  if (closing === undefined)
    return at + (/^\$(?:[A-Za-z_]\w*|.)/u.exec(raw.slice(at))?.[0].length ?? 1);
  let depth = 0;
  for (let end = at + 1; end < raw.length; end += 1) {
    if (raw.charAt(end) === opening) depth += 1;
    else if (raw.charAt(end) === closing) depth -= 1;
    if (depth === 0) return end + 1;
  }
  return raw.length;
}
