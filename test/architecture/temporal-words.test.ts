/** Every timer and child workflow says in the Temporal UI what it is for; activities have their words from the table, and signals take none. */
import ts from 'typescript';
import { expect, it } from 'vitest';
import { readSourceFiles } from './source-files.ts';

/** The argument, from 0, that carries the words; a call with fewer than `from` arguments starts no timer. */
const calls: Readonly<Record<string, { readonly at: number; readonly from: number }>> = {
  sleep: { at: 1, from: 1 },
  condition: { at: 2, from: 2 },
  startChild: { at: 1, from: 1 },
  executeChild: { at: 1, from: 1 },
};

it('each timer and each child of a workflow has a summary', () => {
  const seen: string[] = [];
  const wordless: string[] = [];
  for (const { path, tree } of readSourceFiles().filter((file) =>
    file.path.startsWith('workflows/'),
  )) {
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
        const call = calls[node.expression.text];
        if (call !== undefined && node.arguments.length >= call.from) {
          seen.push(node.expression.text);
          const words = node.arguments[call.at];
          // A name stands for words that are written above.
          const isTold =
            words !== undefined &&
            (ts.isIdentifier(words) || /\b(?:summary|staticSummary):/u.test(words.getText(tree)));
          if (!isTold) wordless.push(`${path}: ${node.getText(tree).slice(0, 80)}`);
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(tree);
  }
  expect(wordless).toEqual([]);
  expect(new Set(seen)).toEqual(new Set(Object.keys(calls)));
});
