import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

/** One import or re-export of a source file, of code or of types, at the start or by `import()`. */
export interface SourceImport {
  /** As written. */
  readonly text: string;
  /** Path from the project's folder for a relative import; undefined for a package. */
  readonly target: string | undefined;
}

/** One TypeScript file, parsed. */
export interface SourceFile {
  /** Path from the project's folder. */
  readonly path: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
  readonly imports: readonly SourceImport[];
}

/** All source files of the program, tests left out, in order of their paths. */
export function readSourceFiles(): readonly SourceFile[] {
  return ['src', 'workflows', 'activities', 'worker']
    .flatMap((folder) =>
      readdirSync(folder, { encoding: 'utf8', recursive: true }).map((path) => join(folder, path)),
    )
    .filter((path) => path.endsWith('.ts'))
    .toSorted()
    .map(readSourceFile);
}

function readSourceFile(path: string): SourceFile {
  const text = readFileSync(path, 'utf8');
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const imports: SourceImport[] = [];
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier !== undefined) {
      imports.push({
        text: specifier,
        target: specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : undefined,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return { path, text, tree, imports };
}

function specifierOf(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    const { moduleSpecifier } = node;
    return moduleSpecifier && ts.isStringLiteral(moduleSpecifier)
      ? moduleSpecifier.text
      : undefined;
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [argument] = node.arguments;
    return argument && ts.isStringLiteralLike(argument) ? argument.text : undefined;
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return ts.isStringLiteral(node.argument.literal) ? node.argument.literal.text : undefined;
  }
  return undefined;
}
