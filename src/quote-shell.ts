/** A text as one word of shell, whatever it holds but NUL. */
export function quoteShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A file's name or path as one word of a command that a person pastes: in quotes only where it needs them, and never taken for an option. */
export function pathWord(path: string): string {
  const named = path.startsWith('-') ? `./${path}` : path;
  return /^[\w@%+:,./-]+$/u.test(named) ? named : quoteShell(named);
}
