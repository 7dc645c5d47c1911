import type { YAMLError } from 'yaml';

/** @returns what is wrong with the text as YAML, in one sentence, and what to do */
export function describeYamlError(
  error: YAMLError,
  text: string,
): { readonly message: string; readonly hint: string | undefined } {
  const [start] = error.pos;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const indent = /^[ \t]*/u.exec(text.slice(lineStart))?.[0] ?? '';
  if (error.code === 'TAB_AS_INDENT' || indent.includes('\t')) {
    return {
      message: 'Expected spaces as indentation, got a tab',
      hint: 'replace tabs by two spaces',
    };
  }
  if (error.code === 'DUPLICATE_KEY') {
    const key = /^[^\s:,}]*/u.exec(text.slice(start))?.[0] ?? '';
    return { message: `The key \`${key}\` appears twice`, hint: 'remove one of the two' };
  }
  if (error.code === 'MULTIPLE_DOCS') {
    return { message: 'Expected one document, got a second one', hint: 'remove the `---`' };
  }
  if (error.code === 'TAG_RESOLVE_FAILED') {
    return {
      message: `Expected plain values, got a tag: ${first(error)}`,
      hint: 'remove the `!…`',
    };
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

function first(error: YAMLError): string {
  return error.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/u, '') ?? error.message;
}
