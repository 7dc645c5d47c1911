import { isAlias, isNode, isPair, type Alias, type Document } from 'yaml';

/** @param parents of the alias, the outermost first. @returns what is wrong with an alias; undefined where it can be unfolded */
export function aliasIssue(
  alias: Alias,
  parents: readonly unknown[],
  document: Document,
): { readonly message: string; readonly hint: string } | undefined {
  const { source } = alias;
  const target = alias.resolve(document);
  if (target === undefined) {
    return {
      message: `Expected a text, got \`*${source}\`, an alias without its anchor`,
      hint: `put it into quotes: "*${source}"; an alias needs \`&${source}\` before the value that it repeats`,
    };
  }
  const at = parents.indexOf(target);
  if (at < 0) return undefined;
  const anchors = parents.slice(at).flatMap((node) => anchorOf(node) ?? []);
  return {
    message: `The value \`&${source}\` contains itself: a cycle ${[...anchors, source].join(' -> ')}`,
    hint: `remove \`*${source}\`, or write out what it should repeat`,
  };
}

function anchorOf(node: unknown): string | undefined {
  if (isPair(node) || !isNode(node) || isAlias(node)) return undefined;
  return 'anchor' in node && typeof node.anchor === 'string' ? node.anchor : undefined;
}
