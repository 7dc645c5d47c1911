import type { YAMLError } from 'yaml';
import { findIndentIssue } from './indent-issue.ts';
import { findOpenSign } from './open-signs.ts';

/** What is wrong with a text as YAML. */
export interface DescribedYamlError {
  readonly message: string;
  readonly hint: string;
  /** Where in the text. */
  readonly offset: number;
}

/** @returns what is wrong with the text as YAML, in one sentence, where, and what to do */
export function describeYamlError(error: YAMLError, text: string): DescribedYamlError {
  const [offset] = error.pos;
  return { offset, ...(describeByCode(error, text) ?? describeByText(error, text)) };
}

type Description = Omit<DescribedYamlError, 'offset'> & { readonly offset?: number };

function describeByCode(error: YAMLError, text: string): Description | undefined {
  const [start] = error.pos;
  const indent = /^[ \t]*/u.exec(text.slice(startOfLine(text, start)))?.[0] ?? '';
  if (error.code === 'TAB_AS_INDENT' || indent.includes('\t')) {
    const message = 'Expected spaces as indentation, got a tab';
    return { message, hint: 'replace tabs by two spaces' };
  }
  switch (error.code) {
    case 'DUPLICATE_KEY': {
      const key = /^[^\s:,}]*/u.exec(text.slice(start))?.[0] ?? '';
      return { message: `The key \`${key}\` appears twice`, hint: 'remove one of the two' };
    }
    case 'MULTIPLE_DOCS':
      return { message: 'Expected one document, got a second one', hint: 'remove the `---`' };
    case 'TAG_RESOLVE_FAILED':
      return {
        message: `Expected plain values, got a tag: ${first(error)}`,
        hint: 'remove the `!…`',
      };
    case 'BAD_DQ_ESCAPE':
      return {
        message: `Expected no bare backslash in double quotes: ${first(error)}`,
        hint: "use single quotes: '…'",
      };
    default:
      return undefined;
  }
}

function describeByText(error: YAMLError, text: string): Description {
  const [start] = error.pos;
  const rest = text.slice(start);
  if (/closing|must be sufficiently indented|must end with/iu.test(error.message)) {
    const open = findOpenSign(text, start);
    if (open) return describeOpen(open.sign, open.offset);
  }
  const [, surplus] =
    /^Unexpected flow-(?:seq|map)-end token.*"([\]}])"/u.exec(error.message) ?? [];
  if (surplus !== undefined) {
    return { message: `The \`${surplus}\` closes nothing`, hint: 'remove it, or open its bracket' };
  }
  const glued = /^[ ]*(?:- +)?([\w$-]+):(?=[^\s/])/u.exec(text.slice(startOfLine(text, start)));
  if (glued && /implicit key/iu.test(error.message)) {
    const key = glued[1] ?? '';
    return {
      message: `Expected a space after the colon of \`${key}\``,
      hint: `write \`${key}: …\``,
    };
  }
  const bare = /^[ ]*(?:- +)?([A-Za-z]\w*)[ ]+(?![ ]*[:#])\S/u.exec(
    text.slice(startOfLine(text, start)),
  );
  if (bare && /implicit key/iu.test(error.message)) {
    const key = bare[1] ?? '';
    return {
      message: `Expected a colon after a key, got a line that begins with \`${key}\` and has none`,
      hint: `write \`${key}: …\`; a text of several lines stands behind \`key: |\`, further to the right`,
    };
  }
  if (/^Block collections are not allowed within flow/u.test(error.message)) {
    const next = /^[^\s,]+\s+([\w$-]+):/u.exec(rest)?.[1];
    const before = next === undefined ? '' : ` before \`${next}\``;
    return {
      message: `Expected a comma between the fields${before}`,
      hint: 'separate fields by commas, and put texts with `: ` into quotes',
    };
  }
  const [, sign] = /^Plain value cannot start with .*character (\S)/u.exec(error.message) ?? [];
  if (sign !== undefined) {
    return {
      message: `A text that begins with ${sign} needs quotes`,
      hint: "put it into quotes: '…'",
    };
  }
  const bracket = /^\s*(\[[^\]\n]*\])/u.exec(rest)?.[1];
  if (bracket !== undefined && /between flow (?:sequence items|map)/u.test(error.message)) {
    const before = /[^,[\]{}:\n]*$/u.exec(text.slice(0, start))?.[0].trim() ?? '';
    const whole = `${before} ${bracket}`.trim();
    return {
      message: `A text with a bracket in it needs quotes: \`${whole}\``,
      hint: `put it into quotes: "${whole}"`,
    };
  }
  const line = text.slice(0, start).split('\n').length;
  const astray = findIndentIssue(text, line);
  if (astray) {
    const { message, hint } = astray;
    return { message, hint, offset: offsetOfLine(text, astray.line) + astray.indent };
  }
  if (/colon|multiline|implicit|nested mapping/iu.test(error.message)) {
    return {
      message: `A text here needs quotes: ${first(error)}`,
      hint: "put texts with `: ` or `#` into quotes: '…'",
    };
  }
  return {
    message: `The text is not valid YAML: ${first(error)}`,
    hint: 'check the indentation, brackets and quotes here',
  };
}

function describeOpen(sign: string, offset: number): Description {
  if (sign === '"' || sign === "'") {
    const double = sign === "'" ? ", and write '' for a quote inside" : '';
    return { message: `The quote ${sign} is not closed`, hint: `close it${double}`, offset };
  }
  const close = sign === '{' ? '}' : ']';
  return {
    message: `The \`${sign}\` is not closed, so the text is not valid YAML`,
    hint: `add the \`${close}\``,
    offset,
  };
}

function startOfLine(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

function offsetOfLine(text: string, line: number): number {
  let offset = 0;
  for (let number = 1; number < line; number += 1) offset = text.indexOf('\n', offset) + 1;
  return offset;
}

function first(error: YAMLError): string {
  return error.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/u, '') ?? error.message;
}
