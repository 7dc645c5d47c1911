/** Options whose value may begin with a dash, as `--sort -q` does for the largest q first: the parser would take that for an option of its own. */
const dashed: ReadonlySet<string> = new Set(['--sort', '--where']);

/** The same command line with each such value joined to its option. */
export function joinDashedValues(argv: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const [index, word] of argv.entries()) {
    const before = argv[index - 1] ?? '';
    const isValue =
      dashed.has(before) && /^-[^-]/u.test(word) && !argv.slice(0, index).includes('--');
    if (isValue) joined[joined.length - 1] = `${before}=${word}`;
    else joined.push(word);
  }
  return joined;
}
