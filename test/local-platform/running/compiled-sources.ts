import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Compiles the sources of `src`, file by file and only what changed, into a cache inside `node_modules`, so that tests can start
 * programs without a build; gives back the folder. Safe under several test files at once: each file is replaced by a rename.
 */
export function compiledSources(): string {
  const target = join(repository, 'node_modules', '.cache', 'doeflow-test-programs');
  for (const path of sourceFiles('src')) compile(join(repository, path), join(target, path));
  writeFileSync(join(target, 'package.json'), '{"type": "module"}\n');
  return target;
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(path);
    return path.endsWith('.ts') && !path.endsWith('.d.ts') ? [path] : [];
  });
}

function compile(source: string, targetSource: string): void {
  const target = targetSource.replace(/\.ts$/, '.js');
  const { mtime, mtimeMs } = statSync(source);
  if (existsSync(target) && Math.abs(statSync(target).mtimeMs - mtimeMs) < 2) return;
  const { outputText } = ts.transpileModule(readFileSync(source, 'utf8'), {
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
      rewriteRelativeImportExtensions: true,
    },
  });
  mkdirSync(dirname(target), { recursive: true });
  const aside = `${target}.${process.pid}`;
  writeFileSync(aside, outputText);
  utimesSync(aside, mtime, mtime);
  renameSync(aside, target);
}
