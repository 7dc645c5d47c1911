import { StudyError, type StudyIssue } from '../errors.ts';
import type { Cell } from '../design/cell.ts';
import { parseInterpolation } from './parse-interpolation.ts';
import { renderTemplate } from './render-template.ts';
import type { Placeholder, TemplatePart } from './template-part.ts';

export interface Template {
  /** In the order of the text; a name appears as often as it is used. */
  readonly placeholders: readonly Placeholder[];
  /**
   * @returns the text with every placeholder replaced
   * @throws StudyError STUDY_TEMPLATE where a value is missing, or where a pattern meets text that is no number
   */
  render(values: Readonly<Record<string, Cell>>): string;
}

/** Each is rendered for every run. */
const maxPlaceholders = 100_000;

/** More mistakes in one template are of one kind. */
const maxIssues = 100;

/** Everything that FreeMarker reads as more than text: interpolations, directives, comments, macro calls. */
const anyMark = /[$#]\{|<\/?#(?=[A-Za-z_])|<#--|<\/?@/gu;

/**
 * Reads a template: `${name}`, `${name?string("0.00")}`, `${name?c}`, and `${r"…"}` for text that stays as it is, such as `${r"${HOME}"}`.
 * `$` before a placeholder is text. What else FreeMarker would interpret is refused, since the platform would fail on it in every run.
 * @throws StudyError STUDY_TEMPLATE with all findings, each at its line and column
 * @see https://freemarker.apache.org/docs/dgui_template_valueinsertion.html
 */
export function parseTemplate(text: string, { file }: { readonly file: string }): Template {
  const parts: TemplatePart[] = [];
  const issues: StudyIssue[] = [];
  const place = createPlaceFinder(text);
  let plainFrom = 0;
  const marks = new RegExp(anyMark);
  for (
    let mark = marks.exec(text);
    mark !== null && issues.length < maxIssues;
    mark = marks.exec(text)
  ) {
    const where = place(mark.index);
    if (mark[0] !== '${') {
      issues.push({ file, ...where, ...refusal(mark[0], text.slice(mark.index)) });
      continue;
    }
    const found = parseInterpolation(text, mark.index + 2);
    if ('message' in found) {
      issues.push({ file, ...where, message: found.message, hint: found.hint });
      continue;
    }
    if (parts.length >= 2 * maxPlaceholders) {
      const message = `Expected at most ${maxPlaceholders} placeholders, got more`;
      issues.push({ file, ...where, message, hint: 'write the long part by a script of the run' });
      break;
    }
    parts.push(text.slice(plainFrom, mark.index));
    parts.push('text' in found ? found.text : { ...found.placeholder, ...where });
    plainFrom = marks.lastIndex = found.end;
  }
  if (issues.length > 0) throw new StudyError('STUDY_TEMPLATE', issues);
  parts.push(text.slice(plainFrom));
  return {
    placeholders: parts.filter((part) => typeof part !== 'string'),
    render: (values) => renderTemplate(parts, values, { file }),
  };
}

function refusal(mark: string, rest: string): Pick<StudyIssue, 'message' | 'hint'> {
  if (mark === '#{') {
    return {
      message:
        'Expected text or `${name}`, got `#{`, which the platform reads as a number to insert',
      hint: 'write `${name?string("0.00")}`, or `${r"#{"}` for the two characters',
    };
  }
  const word = /^<\/?[#@][\w-]*/u.exec(rest)?.[0] ?? mark;
  return {
    message: `Expected text or \`\${name}\`, got the directive \`${word}\``,
    hint: `put logic into the command of the run; write \`\${r"${mark}"}\` where these characters are meant`,
  };
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? Infinity : end;
}

/** Line and column of ascending offsets, in one pass. */
function createPlaceFinder(text: string): (offset: number) => { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  // Looked up once a line: a text of one long line would be searched whole for each offset.
  let lineEnd = endOfLine(text, 0);
  return (offset) => {
    while (lineEnd < offset) {
      line += 1;
      lineStart = lineEnd + 1;
      lineEnd = endOfLine(text, lineStart);
    }
    return { line, column: offset - lineStart + 1 };
  };
}
