import { basename } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { readSourceFiles, type SourceFile } from './source-files.ts';

const files = readSourceFiles();

describe('a source file', () => {
  it('has at most 250 lines', () => {
    const long = files
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(({ lines }) => lines > 250);
    expect(long).toEqual([]);
  });

  it('has a name in lower case with hyphens, and says what it holds', () => {
    const odd = files
      .map(({ path }) => path)
      .filter(
        (path) =>
          !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.d)?\.ts$/u.test(basename(path)) ||
          /\b(?:helpers?|utils?|common|misc)\b/u.test(path),
      );
    expect(odd).toEqual([]);
  });

  it('switches no check off and leaves nothing for later', () => {
    const marks =
      /@ts-(?:ignore|expect-error|nocheck)|eslint-disable|prettier-ignore|\b(?:TODO|FIXME|XXX)\b/u;
    expect(files.filter(({ text }) => marks.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

describe('an export', () => {
  it('carries a docstring, where it does something', () => {
    expect(files.flatMap(undocumentedExports)).toEqual([]);
  });
});

/** Exported functions, classes and values without a docstring. A file's opening docstring speaks for its first export. */
function undocumentedExports({ path, tree, text }: SourceFile): readonly string[] {
  const opensWithDocstring = text.trimStart().startsWith('/**');
  const exported = tree.statements.filter(
    (statement) =>
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true,
  );
  return exported.flatMap((statement, index) => {
    if (ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement)) return [];
    if (index === 0 && opensWithDocstring) return [];
    if (ts.getJSDocCommentsAndTags(statement).some(ts.isJSDoc)) return [];
    const line = tree.getLineAndCharacterOfPosition(statement.getStart()).line + 1;
    return [`${path}:${line}: ${statement.getText().split('\n', 1)[0] ?? ''}`];
  });
}
