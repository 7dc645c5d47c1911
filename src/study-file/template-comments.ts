/** Templates with their comments blanked: a value that stands in a comment alone is read by no program. Pure. */
import { fileWithoutComments } from '../shell/index.ts';

/** What begins a comment line, by the end of the name of the file. */
const markers: readonly (readonly [file: RegExp, line: RegExp])[] = [
  [/\.(?:c|cc|cpp|cu|h|hpp|java|m?js|ts|geo|scad|go|rs|swift)$/iu, /^\s*\/\//u],
  [/\.(?:m|tex|sty|erl|ps)$/iu, /^\s*%/u],
  [/\.(?:f90|f95|f03|f08|mac|ans|apdl|mph)$/iu, /^\s*!/u],
  [/\.(?:f|for|f77)$/iu, /^(?:[cC*!]|\s*!)/u],
  [/\.(?:cir|sp|spi|spice|ckt|net|lib)$/iu, /^(?:\*|\s*(?:;|\$(?!\{)))/u],
  [/\.(?:bdf|nas|key|k|dyn)$/iu, /^\s*\$(?!\{)/u],
  [/\.inp$/iu, /^\s*(?:\*\*|!|#)/u],
  [/\.(?:lua|sql|adb|ads|vhdl?)$/iu, /^\s*--/u],
  [/\.(?:ini|jou|lisp|scm|asm)$/iu, /^\s*[;#]/u],
  [/\.(?:json|csv|tsv|xml|html?|md|rst)$/iu, /^(?!)/u],
  [/\.(?:ya?ml|toml|cmake|plt|gp|gnuplot|tcl|in\.lmp|lmp|mk)$/iu, /^\s*#/u],
];

/** Where the kind of file isn't known: what hardly any program takes for a value. What C's preprocessor reads is none. */
const anyMarker =
  /^\s*(?:#(?!\s*(?:define|undef|include|if|ifdef|ifndef|elif|else|endif|pragma)\b)|\/\/|\*\*|!|%|;)/u;

/** C's, in files that have them. */
const blockFile = /\.(?:c|cc|cpp|cu|h|hpp|java|m?js|ts|geo|scad|go|rs|swift|css|sql)$/iu;

/** @param name of the file as programs find it, or of the template @returns the text with spaces for its comments, as far as they are surely comments */
export function templateWithoutComments(name: string, text: string): string {
  const own = name.replace(/\.(?:in|tmpl|template|tpl|ftl)$/iu, '');
  const line = markers.find(([file]) => file.test(own))?.[1] ?? anyMarker;
  let bare = fileWithoutComments(own, /\.pyw?$/iu.test(own) ? withoutDocstrings(text) : text);
  if (/\.(?:xml|html?|vtu|vtp|xsd|feb|md)$/iu.test(own)) bare = blank(bare, /<!--[\s\S]*?-->/gu);
  if (blockFile.test(own)) bare = blank(bare, /^[ \t]*\/\*[\s\S]*?\*\//gmu);
  if (/^(?:\/\*|FoamFile)/mu.test(bare)) bare = blank(bare, /^[ \t]*\/\*[\s\S]*?\*\//gmu);
  return bare
    .split('\n')
    .map((one) => (line.test(one) ? spaces(one) : one))
    .join('\n');
}

/** Texts that stand alone, which Python reads as what a module or function says of itself. */
function withoutDocstrings(text: string): string {
  const quotes = /"""|'''/gu;
  let bare = text;
  for (let open = quotes.exec(text); open !== null; open = quotes.exec(text)) {
    const end = text.indexOf(open[0], open.index + 3);
    if (end < 0) break;
    const before = text.slice(0, open.index);
    const line = before.slice(before.lastIndexOf('\n') + 1);
    const isAlone = /^\s*[rRuU]?$/u.test(line) && !/[=(,[+\\]\s*$/u.test(before.trimEnd());
    if (isAlone)
      bare =
        bare.slice(0, open.index) + spaces(bare.slice(open.index, end + 3)) + bare.slice(end + 3);
    quotes.lastIndex = end + 3;
  }
  return bare;
}

function blank(text: string, comment: RegExp): string {
  return text.replaceAll(comment, spaces);
}

function spaces(text: string): string {
  return text.replaceAll(/[^\n]/gu, ' ');
}
