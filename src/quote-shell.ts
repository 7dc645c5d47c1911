/** A text as one word of shell, whatever it holds but NUL. */
export function quoteShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
