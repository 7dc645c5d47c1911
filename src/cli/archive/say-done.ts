import type { CommandContext } from '../context.ts';

/** Says what became of an archive, in all voices. @param sentence follows its name */
export function sayDone(
  context: CommandContext,
  name: string,
  json: object,
  sentence: string,
): void {
  context.output.show({
    json: { archive: name, ...json },
    human: [{ kind: 'text', lines: [`Archive ${name} ${sentence}.`] }],
    quiet: name,
  });
}
