/** Values of the study in files that are copied as they are: no program gets them there. Pure. */
import type { FilePlace } from './issues.ts';

/** Files in which `${x}` is a thing of their own language. */
const ownDollars =
  /\.(?:sh|bash|ksh|zsh|csh|py|pyw|r|jl|pl|pm|rb|tcl|awk|m?js|ts|php|java|groovy|kts?|cmake|mk|ps1|tf|go|rs|f90|c|cc|cpp|h|hpp)$|(?:^|\/)(?:Makefile|CMakeLists\.txt|Dockerfile)$/iu;

/** What fills in such places by itself. */
const filling = /\benvsubst\b|\bm4\b|\besh\b|\bjinja2?\b|\bstring\.Template\b/u;

/** A value as it stands in such a file. */
export interface UnrenderedValue {
  readonly name: string;
  readonly written: string;
  readonly place: FilePlace;
}

/**
 * @param inputs names of input variables
 * @param commands of the study, which may fill in such places by themselves
 * @returns each name once, with the first place that it has in the file
 */
export function unrenderedValues(
  file: string,
  text: string,
  { inputs, commands }: { readonly inputs: ReadonlySet<string>; readonly commands: string },
): readonly UnrenderedValue[] {
  if (ownDollars.test(file) || text.startsWith('#!') || text.includes('\0')) return [];
  if (filling.test(commands) || !text.includes('${')) return [];
  const found = new Map<string, UnrenderedValue>();
  for (const { 0: written, 1: name = '', index } of text.matchAll(
    /\$\{\s*([A-Za-z_]\w*)\s*(?:\?c|\?string\([^)]*\))?\s*\}/gu,
  )) {
    if (!inputs.has(name) || found.has(name) || isSetIn(text, name)) continue;
    const before = text.slice(0, index).split('\n');
    const place = { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    found.set(name, { name, written, place });
  }
  return [...found.values()];
}

/** Whether the file itself gives the name a value, as OpenFOAM's dictionaries do. */
function isSetIn(text: string, name: string): boolean {
  const value = String.raw`[ \t]*[:=]?[ \t]*(?!["']?\$\{)[^\s:=]`;
  const begin = String.raw`^[ \t]*(?:[\w.-]+[ \t]+)?["']?${name}["']?(?![\w."'-])`;
  return new RegExp(begin + value, 'mu').test(text);
}
