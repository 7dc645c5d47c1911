/** Here-documents: what a line announces, and where their texts end. */
import type { NestedScript } from './nested-scripts.ts';
import type { ShellPlace } from './shell-scope.ts';

export interface HereDocument {
  readonly delimiter: string;
  readonly stripsTabs: boolean;
  /** Whether its delimiter is quoted, so that the shell replaces nothing in it. */
  readonly asIs: boolean;
  /** The shell that reads it as commands, where one does. */
  readonly reader?: Pick<NestedScript, 'reader' | 'through'>;
  /** Where it was announced: there the shell takes its text. */
  readonly place: ShellPlace;
}

const announcement = /<<(?<dash>-?)[ \t]*(?<delimiter>(?:'[^']*'|"[^"]*"|\\.|[^\s;|&<>()'"\\])+)/uy;

/** Reads what begins with `<<`. @returns where it ends, with the document; undefined where there is no delimiter */
export function readAnnouncement(
  text: string,
  place: ShellPlace,
): { readonly end: number; readonly document: HereDocument } | undefined {
  announcement.lastIndex = place.at;
  const found = announcement.exec(text);
  const { dash, delimiter } = found?.groups ?? {};
  if (!found || delimiter === undefined) return undefined;
  return {
    end: announcement.lastIndex,
    document: {
      delimiter: delimiter.replace(/\\(.)|['"]/gu, '$1'),
      stripsTabs: dash === '-',
      asIs: /['"\\]/u.test(delimiter),
      place,
    },
  };
}

/** @param start where the document's first line begins @returns where its text ends, and where the line that ends it does */
export function endOfDocument(
  text: string,
  start: number,
  { delimiter, stripsTabs }: HereDocument,
): { readonly end: number; readonly next: number } {
  for (let at = start; at < text.length;) {
    const found = text.indexOf('\n', at);
    const lineEnd = found < 0 ? text.length : found;
    const line = text.slice(at, lineEnd);
    if ((stripsTabs ? line.replace(/^\t+/u, '') : line) === delimiter) {
      return { end: at, next: lineEnd };
    }
    at = lineEnd + 1;
  }
  return { end: text.length, next: text.length };
}
