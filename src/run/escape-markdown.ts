import { splitCommands } from './command-spans.ts';

/** What begins an element of Markdown at the start of a line; numbers of lists keep their digits. */
const lineStart = /^(\d{0,9})([#>+=.)-])/u;
/** What begins or ends an element within a line; an underscore inside a word begins nothing. */
const inLine = /[\\`*[\]<>&|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
/** Where renderers make a link of plain text, escaped or not. */
const linkedByItself = /(?<=:)(?=\/\/)|(?<=\bwww)(?=\.)|(?<=@)(?=\S)/giu;
/** Takes no room, and is no part of an address. */
const wordJoiner = '\u2060';

/**
 * Text of others (a study file, the platform) as Markdown that shows just this text: the Temporal UI renders what it is given, and a link or
 * an image in it would lead its reader elsewhere. Line feeds stay; other control characters become blanks. Commands stand in code spans, to be copied.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[^\S\n]+|(?!\n)[\p{Cc}\p{Cf}]/gu, ' ')
    .split('\n')
    .map((line) =>
      splitCommands(line.trim())
        .map((piece, place) =>
          piece.isCommand ? `\`${piece.text}\`` : escapePiece(piece.text, place === 0),
        )
        .join(''),
    )
    .join('\n');
}

function escapePiece(text: string, isStart: boolean): string {
  const escaped = text.replace(inLine, '\\$&');
  return (isStart ? escaped.replace(lineStart, '$1\\$2') : escaped).replace(
    linkedByItself,
    wordJoiner,
  );
}

/** Like {@link escapeMarkdown}, on one line, as a cell of a table needs it. */
export function escapeMarkdownLine(text: string): string {
  return escapeMarkdown(text.replace(/\s+/gu, ' '));
}

/** Lines to end a text with: the frame in which the Temporal UI shows it is lower than its content by two lines. */
export const frameEnd: readonly string[] = ['', '\u00a0', '', '\u00a0'];
