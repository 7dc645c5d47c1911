import { ExpressionError } from './expression-error.ts';
import type { ExpressionTree } from './expression-tree.ts';
import { parseExpression } from './parse-expression.ts';

/** @returns the names of variables in an expression, known or not, each once; none where it can't be read */
export function namesInExpression(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  try {
    collect(parseExpression(text), names);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
  }
  return names;
}

function collect(tree: ExpressionTree, names: Set<string>): void {
  if (tree.kind === 'name') names.add(tree.name);
  if (!('arguments' in tree)) return;
  for (const argument of tree.arguments) collect(argument, names);
}
