import type { Command } from 'commander';

/** Words of the deepest command that the arguments name, such as `['archive', 'trigger']`; empty where they name none. */
export function namedCommand(program: Command, argv: readonly string[]): readonly string[] {
  const words: string[] = [];
  let command = program;
  for (const word of argv) {
    if (word === '--') break;
    const next = command.commands.find(
      (one) => one.name() === word || one.aliases().includes(word),
    );
    if (next !== undefined) {
      words.push(next.name());
      command = next;
    } else if (words.length > 0 && !word.startsWith('-')) break;
  }
  return words;
}

/** `help archive create` as `archive create --help`: the parser's own help knows verbs alone. */
export function asHelpOption(argv: readonly string[]): readonly string[] {
  const words = argv.filter((word) => !word.startsWith('-'));
  if (words[0] !== 'help' || words.length < 3) return argv;
  return [...argv.filter((word) => word !== 'help'), '--help'];
}
