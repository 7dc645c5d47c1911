const part =
  /<(\/?)([\w:-]+)((?:\s+[\w:-]+=(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|<!\[CDATA\[[\s\S]*?\]\]>|[^<]+/uy;
const reference = /&(?!(?:lt|gt|amp|quot|apos|#\d+|#x[\da-f]+);)/u;

/** What keeps a text without comments and declarations from being XML; undefined: it is. */
export function xmlFault(text: string): string | undefined {
  const open: string[] = [];
  part.lastIndex = 0;
  while (part.lastIndex < text.length) {
    const from = part.lastIndex;
    const found = part.exec(text);
    if (found === null) return `No XML: ${text.slice(from, from + 200)}`;
    const [all, isEnd, name, , isWhole] = found;
    if (!all.startsWith('<![') && reference.test(all)) return `No reference: ${all}`;
    if (name === undefined) continue;
    if (isEnd !== '') {
      const last = open.pop();
      if (last !== name) return `<${last ?? ''}> ends as </${name}>`;
    } else if (isWhole === '') open.push(name);
  }
  return open.length === 0 ? undefined : `<${open.join('> <')}> never ends`;
}
