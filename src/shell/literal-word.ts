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
